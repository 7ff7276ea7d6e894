import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { TABLE_FILE } from '../../../functions/platform/standalone/data-files.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { partitionOf } from '../../../functions/platform/values/families/row-families.ts';
import { jsonOfStored } from '../../../functions/platform/values/stored-json.ts';
import type { Item } from '../../../functions/platform/world.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';

const RENAME = '/api/recorder/apps/shop/operations';
const SEAL = '/api/recorder/apps/shop/personal-data';
const ENDPOINTS = 60;
const CASES = 3_000;
/** Those of them that hold an address. */
const PERSONAL = CASES / 3;

const { dataDir, remove } = temporaryDataDir();
/** The service that the test before has left. */
let service: RunningService | undefined;

afterAll(async () => {
  await service?.kill();
  remove();
});

test('a service that is killed while it renames endpoints loses no recording, and the next pass completes', async () => {
  const port = await freePort();
  const first = await startProcess({ dataDir, port });
  const cases = Array.from({ length: CASES }, (_, at) =>
    recordedGet('shop', `/users/u${at % ENDPOINTS}?n=${at}`, at % 3 === 0 ? { mail: `u${at}@shop.test` } : { at }, {
      caseId: `c${at}`,
    }),
  );
  for (let at = 0; at < CASES; at += 1000)
    expect((await call(first.url, 'POST', '/api/recorder/cases', cases.slice(at, at + 1000))).body.accepted).toBe(1000);
  const settings = { endpoints: [{ pattern: '/users/{name}' }] };
  expect((await call(first.url, 'PUT', '/api/apps/shop/settings', settings)).status).toBe(200);

  const cut = call(first.url, 'PATCH', RENAME, {}).catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, 60));
  await first.kill();
  await cut;

  const second = await startProcess({ dataDir, port });
  service = second;
  let after: string | null = null;
  do {
    const { status, body } = await call(second.url, 'PATCH', RENAME, { after });
    expect(status).toBe(200);
    after = body.next;
  } while (after !== null);
  const operations = await call(second.url, 'GET', '/api/recorder/apps/shop/operations');
  expect(operations.body.items).toEqual([{ operation: '/users/{name}', methods: ['GET'] }]);
  const found = new Set<string>();
  let cursor = '';
  do {
    const { body } = await call(
      second.url,
      'GET',
      `/api/recorder/apps/shop/cases?limit=200&operation=/users/{name}${cursor}`,
    );
    for (const { caseId } of body.items) found.add(caseId);
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  expect(found.size).toBe(CASES);
});

test('a service that is killed while it seals recordings continues after its start: all are sealed, each once', async () => {
  const url = service?.url ?? '';
  await call(url, 'PUT', '/api/apps/shop/settings', { redact: [{ path: '$.mail', seal: true }] });
  expect(await call(url, 'POST', SEAL)).toMatchObject({ status: 202, body: { status: 'RUNNING', total: CASES } });
  const sealing = async (at: string) => (await call(at, 'GET', SEAL)).body.sealing;
  await expect.poll(async () => (await sealing(url)).cases, { interval: 2, timeout: 10_000 }).toBeGreaterThan(0);
  await service?.kill();
  expect(await rowsOf('CASE', ({ edits }) => edits === 1)).toBeLessThan(PERSONAL);

  service = await startProcess({ dataDir, port: await freePort() });
  const next = service.url;
  await expect.poll(async () => (await sealing(next)).status, { timeout: 30_000 }).toBe('COMPLETED');
  expect(await sealing(next)).toMatchObject({ cases: CASES, total: CASES, missed: 0, faults: 0, isAtLeast: true });
  expect(service.output()).not.toContain('"level":"ERROR"');
  await service.stop();
  expect(await rowsOf('CASE', ({ edits }) => edits === 1)).toBe(PERSONAL);
  const isSealed = ({ data }: Item) => data !== undefined && !JSON.stringify(jsonOfStored(data)).includes('@shop.test');
  expect(await rowsOf('PAYLOAD', isSealed)).toBe(CASES);
});

/** How many rows of the recordings are so, in the file of a service that has ended. */
async function rowsOf(sk: string, isSo: (row: Item) => boolean): Promise<number> {
  const table = openTable(join(dataDir, TABLE_FILE), Date.now);
  let found = 0;
  for (let from = 0; from < CASES; from += 1000) {
    const keys = Array.from({ length: 1000 }, (_, at) => ({
      pk: partitionOf('cases', 'default', `c${from + at}`),
      sk,
    }));
    found += (await table.batchGet(keys)).filter((row) => row !== undefined && isSo(row)).length;
  }
  await table.close();
  return found;
}
