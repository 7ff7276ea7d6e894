import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { executionName } from '../../../functions/replay/domain/plan.ts';
import { NOTIFIED_CHANNEL } from '../../support/fakes/notified-channel.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { everyService } from '../../support/services-for.ts';

const NOW = Date.now();
const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
let aheadMs = 0;
const now = () => Date.now() + aheadMs;
/** Waits between retries take no time; the time limit of a Task is cut short by the end of the Task. */
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (ms < 60_000) aheadMs += ms;
  else
    await new Promise((_, reject) =>
      signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
    );
}
const { world, host, close } = openStandaloneWorld(config, now, sleep);
const servicesOf = host.servicesOf(everyService);
afterAll(async () => {
  await close();
  remove();
});

const chunkKey = (planId: string) => ({ pk: `T#default#PLAN#${planId}`, sk: 'CHUNK#0001#000000' });
const executionKey = (planId: string) => ({ pk: `EXECUTION#${executionName(planId, 1)}`, sk: 'EXECUTION' });

/** Runs the execution of a plan whose only chunk is stored like this, until the plan has ended. */
async function ended(planId: string, chunk: { blob: string } | { data: Uint8Array }) {
  const { plans } = servicesOf('default');
  const plan = replayPlan({ planId, createdAt: NOW });
  await plans.lock(plan.appId, planId, NOW);
  await plans.create(plan, null, null);
  await plans.setOnce(planId, 1, 'selection', { requests: 3, chunks: 1, workers: 1 });
  await world.table.put({ ...chunkKey(planId), ...chunk });
  await world.workflows.start('replay', executionName(planId, 1), { tenant: 'default', planId, round: 1 });
  await expect.poll(async () => (await plans.find(planId))?.status).toBe('COMPLETED');
  return (await plans.findRound(planId, 1))?.result;
}

const notified = async () =>
  (await world.queue.receive({ visibilitySeconds: 900 })).map(({ body }) => JSON.stringify(body));

describe('a replay that the service cannot finish', () => {
  test('is interrupted and notified by the state machine if its list of cases is gone', async () => {
    expect(await ended('gone', { blob: 'plans/default/gone' })).toMatchObject({ state: 'INTERRUPTED', totalCases: 3 });
    await expect.poll(async () => (await world.table.get(executionKey('gone')))?.status).toBe('SUCCEEDED');
  });

  test('is interrupted and notified by the end of the execution if InterruptReplay fails too', async () => {
    await servicesOf('default').channels.create(NOTIFIED_CHANNEL);
    const { update } = world.table;
    const statuses: unknown[] = [];
    // The fault that kept the steps from ending the round is removed once the execution has failed.
    world.table.update = async (key, set, options) => {
      if (key.pk !== executionKey('torn').pk) return update(key, set, options);
      statuses.push(set.status);
      await world.table.remove(chunkKey('torn'));
      return update(key, set, options);
    };
    expect(await ended('torn', { data: zstdCompressSync('{}') })).toMatchObject({
      state: 'INTERRUPTED',
      totalCases: 3,
    });
    expect(new Set(statuses)).toEqual(new Set(['FAILED']));
    await expect.poll(notified).toContainEqual(expect.stringContaining('"torn"'));
  });
});

test('old blobs are swept a minute after the start, and others stay', async () => {
  const own = temporaryDataDir();
  const directory = join(own.dataDir, 'blobs', 'cases');
  mkdirSync(directory, { recursive: true });
  for (const name of ['old!', 'new!']) writeFileSync(join(directory, name), '');
  utimesSync(join(directory, 'old!'), 0, 0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const opened = openStandaloneWorld({ ...config, dataDir: own.dataDir });
  vi.advanceTimersByTime(59_999);
  await opened.world.table.get({ pk: 'p', sk: 's' });
  expect(readdirSync(directory).sort()).toEqual(['new!', 'old!']);
  vi.advanceTimersByTime(1);
  await expect.poll(() => readdirSync(directory)).toEqual(['new!']);
  vi.useRealTimers();
  await opened.close();
  own.remove();
});
