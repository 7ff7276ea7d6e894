import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';
import { type RecordingStore, recordingStore } from '../../../functions/recordings/store/recordings.ts';
import { randomBytes } from '../../support/test-random.ts';

const HOUR = 3_600_000;
const RETENTION = 96 * HOUR;
const START = Date.parse('2026-11-20T12:00:00Z');

let clock: number;
let directory: string;
let table: StandaloneTable;
let recordings: RecordingStore;
let writers = 0;
const open = (tenant: string, maxBytes: number | null = null) =>
  recordingStore(
    {
      table,
      blobs: fileBlobs(directory),
      now: () => clock,
      elapsed: () => performance.now(),
      newId: () => `writer-${++writers}`,
    },
    tenant,
    {
      retentionMs: RETENTION,
      maxBytes,
    },
  );

beforeEach(() => {
  clock = START;
  directory = mkdtempSync(join(tmpdir(), 'case-bytes-'));
  table = openTable(':memory:', () => clock);
  recordings = open('default');
});
afterEach(async () => {
  await table.close();
  rmSync(directory, { recursive: true, force: true });
});

const recorded = (caseId: string, change: Partial<NewCase> = {}): NewCase => ({
  caseId,
  appId: 'shop',
  operation: '/orders/{id}',
  method: 'GET',
  recordedAt: START,
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  session: null,
  tags: {},
  durationMs: 3,
  status: 200,
  pinned: false,
  request: { method: 'GET', path: '/orders/1', headers: [['a', 'b']], body: null, bodyEncoding: 'utf8' },
  response: { status: 200, headers: [], body: `{"caseId":"${caseId}"}`, bodyEncoding: 'utf8' },
  calls: [],
  ...change,
});
const large = (caseId: string, change: Partial<NewCase> = {}) =>
  recorded(caseId, {
    response: { status: 200, headers: [], body: randomBytes(400_000).toString('base64'), bodyEncoding: 'base64' },
    ...change,
  });
const ids = (heads: { caseId: string }[]) => heads.map(({ caseId }) => caseId);

describe('the stored bytes (case-bytes.ts)', () => {
  const some = (count: number, change: Partial<NewCase> = {}, prefix = 'c') =>
    Array.from({ length: count }, (_, at) =>
      recorded(`${prefix}-${at}`, {
        recordedAt: START + at,
        request: {
          method: 'POST',
          path: '/orders/1',
          headers: [],
          body: randomBytes(3000).toString('base64'),
          bodyEncoding: 'base64',
        },
        ...change,
      }),
    );

  test('rise with what is stored in a row or a blob, and not with a duplicate', async () => {
    await recordings.add(some(10));
    const ten = await recordings.bytesOf('shop');
    expect(ten.pinned).toBe(0);
    // 3,000 random bytes do not compress, and each case has a head besides.
    expect(ten.rolling).toBeGreaterThan(33_000);
    expect(ten.rolling).toBeLessThan(50_000);
    await recordings.add([...some(10), recorded('other', { appId: 'other' })]);
    expect(await recordings.bytesOf('shop')).toEqual(ten);
    await recordings.add([large('large')]);
    expect((await recordings.bytesOf('shop')).rolling - ten.rolling).toBeGreaterThan(400_000);
    expect(await recordings.bytesOf('none')).toEqual({ rolling: 0, pinned: 0 });
  });

  test('fall with what is removed, move with a pin, and are the same for another process', async () => {
    await recordings.add(some(4));
    const before = await recordings.bytesOf('shop');
    await recordings.pin('c-0');
    const pinned = await recordings.bytesOf('shop');
    expect(pinned.pinned).toBeGreaterThan(3000);
    expect(pinned.rolling + pinned.pinned).toBe(before.rolling);
    const other = open('default');
    expect(await other.bytesOf('shop')).toEqual(pinned);
    await other.remove('c-1');
    await other.unpin('c-0');
    await other.remove('c-0');
    for (const caseId of ['c-2', 'c-3']) await other.remove(caseId);
    expect(await other.bytesOf('shop')).toEqual({ rolling: 0, pinned: 0 });
    clock += 60_000;
    expect(await recordings.bytesOf('shop')).toEqual({ rolling: 0, pinned: 0 });
  });

  test('fall within an hour after cases expire', async () => {
    await recordings.add(some(4));
    await recordings.add(some(1, { pinned: true }, 'kept'));
    const { pinned } = await recordings.bytesOf('shop');
    clock = START + RETENTION + HOUR;
    expect(await recordings.bytesOf('shop')).toEqual({ rolling: 0, pinned });
    await recordings.add(some(1, {}, 'new'));
    expect((await recordings.bytesOf('shop')).rolling).toBeGreaterThan(3000);
  });

  test('come with counts of cases by the hour of arrival over all processes, without removed and pinned ones', async () => {
    const counts = async () => (await recordings.perHour('shop', clock - 2 * HOUR)).map(({ cases }) => cases);
    expect(await counts()).toEqual([0, 0, 0]);
    await recordings.add([...some(4), ...some(4)]);
    await open('default').add(some(2, {}, 'other'));
    await recordings.add([recorded('elsewhere', { appId: 'other' })]);
    clock += HOUR;
    await recordings.add(some(1, {}, 'late'));
    await recordings.remove('c-0');
    await recordings.pin('c-1');
    expect(await counts()).toEqual([0, 4, 1]);
    expect(await recordings.perHour('shop', clock)).toEqual([{ from: Math.floor(clock / HOUR) * HOUR, cases: 1 }]);
    expect((await recordings.perHour('other', clock - HOUR)).map(({ cases }) => cases)).toEqual([1, 0]);
  });

  test('do not change for a write that fails', async () => {
    await recordings.add(some(1));
    const before = await recordings.bytesOf('shop');
    const { addInOrder } = table;
    table.addInOrder = () => Promise.reject(new Error('SQLITE_FULL'));
    await expect(recordings.add(some(5, {}, 'lost'))).rejects.toThrow('SQLITE_FULL');
    table.addInOrder = addInOrder;
    expect(await recordings.bytesOf('shop')).toEqual(before);
    clock += 60_000;
    expect(await recordings.bytesOf('shop')).toEqual(before);
  });

  test('remove the oldest rolling cases of every endpoint above the maximum, and no pinned one', async () => {
    const bounded = open('default', 100_000);
    await bounded.add(some(3, { pinned: true, recordedAt: START - 1000 }, 'kept'));
    for (let at = 0; at < 60; at++)
      await bounded.add(some(1, { recordedAt: START + at, operation: `/o${at % 3}` }, `case-${at}`));
    const { rolling } = await bounded.bytesOf('shop');
    expect(rolling).toBeLessThanOrEqual(100_000);
    expect(rolling).toBeGreaterThan(80_000);
    const page = await bounded.list({ appId: 'shop', limit: 200 });
    const left = ids(page?.items ?? []).filter((id) => id.startsWith('case-'));
    expect(left.length).toBeGreaterThan(20);
    expect(left).toEqual(Array.from({ length: left.length }, (_, at) => `case-${59 - at}-0`));
    expect(ids(page?.items ?? []).filter((id) => id.startsWith('kept'))).toHaveLength(3);
    expect(await bounded.add(some(1, { appId: 'other' }, 'other'))).toEqual(['accepted']);
  });
});

describe('the calls by service', () => {
  const call = (target: string) => ({
    kind: 'http' as const,
    target,
    operation: 'GET /',
    request: '{}',
    response: '{}',
    error: null,
    durationMs: null,
  });
  const calling = (caseId: string, ...targets: string[]) => recorded(caseId, { calls: targets.map(call) });
  const calls = async (store = recordings) => {
    const { services, ...rest } = await store.callsOf('shop');
    return { ...Object.fromEntries(services.map((one) => [one.service, one.calls])), ...rest };
  };
  const COUNTED = { since: null, uncountedPins: 0 };

  test('rise at intake without a row or a read of their own, and not with a duplicate', async () => {
    await recordings.add([calling('known', 'stock')]);
    const [get, query, put] = [vi.spyOn(table, 'get'), vi.spyOn(table, 'query'), vi.spyOn(table, 'put')];
    await recordings.add([calling('a', 'stock', 'redis', 'stock'), recorded('b')]);
    expect([get.mock.calls, query.mock.calls]).toEqual([[], []]);
    expect(put.mock.calls.map(([{ sk }]) => sk.split('#')[0])).toEqual(['BYTES']);
    for (const spy of [get, query, put]) spy.mockRestore();
    await recordings.add([calling('a', 'stock', 'redis', 'stock')]);
    expect(await calls()).toEqual({ stock: 3, redis: 1, ...COUNTED });
  });

  test('fall with what any process removes, stay with a pin, and end with the retention', async () => {
    await recordings.add([calling('a', 'stock', 'redis'), calling('b', 'stock'), calling('c', 'redis')]);
    await recordings.pin('a');
    expect(await calls()).toEqual({ stock: 2, redis: 2, ...COUNTED });
    await open('default').remove('b');
    expect(await calls()).toEqual({ stock: 1, redis: 2, ...COUNTED });
    clock += RETENTION + HOUR;
    expect(await calls()).toEqual({ stock: 1, redis: 1, ...COUNTED });
    await open('default').unpin('a');
    expect(await calls()).toEqual(COUNTED);
  });

  test('say what an earlier version took in, which is not counted', async () => {
    const pk = 'T#default#APP#shop';
    const hour = Math.floor(START / HOUR) * HOUR;
    await table.put({
      pk,
      sk: `BYTES#${String(hour).padStart(15, '0')}#before`,
      bytes: 9,
      cases: 2,
      expiresAt: START + RETENTION,
    });
    await table.put({ pk, sk: 'BYTES.PINNED', bytes: 9, cases: 2, version: 1 });
    await recordings.add([calling('a', 'stock')]);
    await recordings.pin('a');
    expect(await calls()).toEqual({ stock: 1, since: hour + HOUR, uncountedPins: 2 });
    await recordings.unpin('a');
    clock += RETENTION + HOUR;
    expect(await calls()).toEqual({ since: null, uncountedPins: 2 });
  });
});
