import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { TABLE_FILE } from '../../../functions/platform/standalone/data-files.ts';
import { freePort } from '../../support/free-port.ts';
import {
  call,
  type RunningService,
  type StartOptions,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';

const { dataDir, remove } = temporaryDataDir();
const CASES = 3000;
let service: RunningService | undefined;

const clock = join(dataDir, 'clock-ahead');

const start = async (options: Partial<StartOptions> = {}): Promise<RunningService> => {
  service = await startProcess({ dataDir, port: await freePort(), ...options });
  return service;
};

afterAll(async () => {
  await service?.stop();
  remove();
});

async function record(url: string, name: string, cases: number): Promise<void> {
  const lines = Array.from({ length: cases }, (_, at) =>
    JSON.stringify({
      appId: 'shop',
      caseId: `${name}-${at}`,
      operation: `/items/${at % 7}`,
      request: { method: 'GET', path: '/items', headers: [], body: null },
      response: { status: 200, headers: [], body: '{}' },
    }),
  );
  expect((await call(url, 'POST', '/api/recorder/cases', lines.join('\n'))).body.accepted).toBe(cases);
}

/** The ids of all recordings, in the order of their names. */
async function idsOf(url: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const page = (await call(url, 'GET', `/api/recorder/apps/shop/cases?pageSize=500${cursor}`)).body;
    ids.push(...page.items.map((one: { caseId: string }) => one.caseId));
    cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor !== '');
  return ids.toSorted();
}

/** How many recordings the file of a service that has ended holds. */
function storedCases(): number {
  const database = new DatabaseSync(join(dataDir, TABLE_FILE));
  const { cases } = database.prepare("SELECT count(*) AS cases FROM items WHERE sk = 'CASE'").get() ?? {};
  database.close();
  return Number(cases);
}

test('a deletion that is killed continues after the restart: everything older is gone, nothing younger is lost', async () => {
  // Fifty hours ago.
  writeFileSync(clock, String(-50 * 3_600_000));
  const before = await start({
    nodeArguments: ['--import', join(import.meta.dirname, '../../support/clock-ahead.ts')],
    env: { CLOCK_AHEAD_FILE: clock },
  });
  await record(before.url, 'old', CASES);
  await call(before.url, 'POST', '/api/recorder/cases/old-7/pin');
  const changed = await call(before.url, 'PUT', '/api/apps/shop/settings', { retention: { caseHours: 48 } });
  expect(changed.status).toBe(200);
  await before.stop();
  expect(storedCases()).toBe(CASES);

  const first = await start();
  await record(first.url, 'young', 20);
  const oldest = async () => (await call(first.url, 'GET', '/api/recorder/cases/old-0')).status;
  await expect.poll(oldest, { interval: 2 }).toBe(404);
  await first.kill();
  const left = storedCases();
  expect(left).toBeGreaterThan(100);
  expect(left).toBeLessThan(CASES + 20);

  const second = await start();
  const kept = ['old-7', ...Array.from({ length: 20 }, (_, at) => `young-${at}`)].toSorted();
  await expect.poll(() => idsOf(second.url)).toEqual(kept);
  expect(second.output()).not.toContain('"level":"ERROR"');
});
