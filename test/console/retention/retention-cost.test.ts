import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import type { Blobs, Table } from '../../../functions/platform/world.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';
import { orderCase } from './order-case.ts';

const HOUR = 3_600_000;
const CASES = 100;
let clock = Date.parse('2026-11-20T12:10:00Z');
let table: StandaloneTable;
let recordings: RecordingStore;
/** Calls of the table by their names. */
let calls: Record<string, number>;

const recorded = (caseId: string) => orderCase(caseId, clock);

beforeEach(async () => {
  table = openTable(':memory:', () => clock);
  calls = {};
  const counted =
    <Given extends unknown[], Answer>(name: string, call: (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      calls[name] = (calls[name] ?? 0) + 1;
      return call(...given);
    };
  const watched: Table = {
    ...table,
    get: counted('get', table.get),
    put: counted('put', table.put),
    update: counted('update', table.update),
    remove: counted('remove', table.remove),
    query: counted('query', table.query),
    transact: counted('transact', table.transact),
  };
  const world = { table: watched, blobs: {} as Blobs, now: () => clock, elapsed: () => 0, newId: () => 'writer' };
  recordings = recordingStore(world, 'default', { retentionMs: 96 * HOUR });
  await recordings.add(Array.from({ length: CASES }, (_, at) => recorded(`case-${at}`)));
  clock += 10 * HOUR;
  calls = {};
});
afterEach(() => table.close());

// As docs/retention.md says.
test('a deleted recording costs two reads and a transaction, and a page one count of all', async () => {
  const hour = clock - (clock % HOUR);
  expect(await recordings.removeEarly('shop', hour, null)).toEqual({ removed: CASES, next: null });
  expect(calls).toEqual({ get: 2 * CASES, transact: CASES, put: 1, query: 3 });
});

test('a check that deletes nothing reads the lists of endpoints and the counts, and writes nothing', async () => {
  expect(await recordings.removeEarly('shop', clock - 20 * HOUR, null)).toEqual({ removed: 0, next: null });
  expect(calls).toEqual({ query: 3 });
});
