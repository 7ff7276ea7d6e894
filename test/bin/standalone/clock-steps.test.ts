import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A world whose wall clock may be set while its monotonic clock continues. */
function opened(clock = { elapsed: 0, set: 0 }, data = temporaryDataDir()) {
  const config = standaloneConfig({ SVC_DATA_DIR: data.dataDir, SVC_LOG_LEVEL: 'SILENT' });
  const now = () => START + clock.elapsed + clock.set;
  const { world, close } = openStandaloneWorld(config, now, undefined, undefined, () => clock.elapsed);
  cleanUps.push(data.remove);
  return { clock, data, world, now, close };
}

const row = (sk: string, expiresAt: number) => ({ pk: 'rows', sk, expiresAt });
const purge = (world: ReturnType<typeof opened>['world']) =>
  (world.table as unknown as { purge(): Promise<number> }).purge(); // the table of one file

describe('rows while the clock is wrong', () => {
  test('expire at their time while the clock is 91 days fast', async () => {
    const { clock, world, now, close } = opened();
    cleanUps.push(close);
    for (const hours of [1, 96, 24 * 90]) await world.table.put(row(`${hours} h`, START + hours * HOUR));
    const seen = async () => (await world.table.query({ pk: 'rows' })).items.map(({ sk }) => sk);
    clock.set = 91 * DAY;
    expect(await purge(world)).toBe(0);
    expect(await seen()).toEqual(['1 h', '2160 h', '96 h']);
    expect(await world.table.put(row('96 h', 0), { when: 'absent' })).toBe(false);
    clock.elapsed = HOUR;
    expect(await purge(world)).toBe(1);
    expect(await seen()).toEqual(['2160 h', '96 h']);
    // What the wrong clock writes lasts at least as long as it should.
    await world.table.put(row('new', now() + HOUR));
    clock.elapsed = 2 * HOUR;
    clock.set = 0;
    expect(await seen()).toEqual(['2160 h', '96 h', 'new']);
  });

  test('do not expire too early while the clock is an hour slow', async () => {
    const { clock, world, now, close } = opened();
    cleanUps.push(close);
    await world.table.put(row('before', START + 60_000));
    clock.set = -HOUR;
    await world.table.put(row('after', now() + 60_000));
    clock.elapsed = 59_999;
    expect((await world.table.query({ pk: 'rows' })).items).toHaveLength(2);
    clock.elapsed = 60_000;
    expect((await world.table.query({ pk: 'rows' })).items.map(({ sk }) => sk)).toEqual(['before']);
  });
});

test('blobs of living rows are not swept while the clock is 91 days fast', async () => {
  const clock = { elapsed: 0, set: 91 * DAY };
  const data = temporaryDataDir();
  const directory = join(data.dataDir, 'blobs', 'cases');
  mkdirSync(directory, { recursive: true });
  for (const name of ['young', 'old']) writeFileSync(join(directory, name), '');
  utimesSync(join(directory, 'young'), START / 1000, START / 1000);
  utimesSync(join(directory, 'old'), 0, 0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  clock.set = 0;
  const { close } = opened(clock, data);
  clock.set = 91 * DAY;
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => readdirSync(directory)).toEqual(['young']);
  vi.useRealTimers();
  await close();
});

describe('queued messages while the clock is wrong', () => {
  test.for([-HOUR, -45_000, HOUR, 91 * DAY])('keep a delay of 30 s while it is wrong by %i ms', async (set) => {
    const { clock, world, close } = opened();
    cleanUps.push(close);
    await world.queue.send('now');
    await world.queue.send('later', { delaySeconds: 30 });
    clock.set = set;
    const received = async () => (await world.queue.receive({ visibilitySeconds: 60 })).map(({ body }) => body);
    expect(await received()).toEqual(['now']);
    clock.elapsed = 29_999;
    expect(await received()).toEqual([]);
    clock.elapsed = 30_000;
    expect(await received()).toEqual(['later']);
  });

  test('wait no longer than the maximum after a restart with a clock that is a day slow', async () => {
    const first = opened();
    await first.world.queue.send('soon', { delaySeconds: 30 });
    await first.close();
    const { world, close } = opened({ elapsed: 0, set: -DAY }, first.data);
    cleanUps.push(close);
    await world.queue.restore();
    expect(await world.queue.receive({ visibilitySeconds: 60 })).toMatchObject([{ body: 'soon' }]);
  });
});
