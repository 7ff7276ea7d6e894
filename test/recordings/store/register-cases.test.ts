import { expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import type { Blobs } from '../../../functions/platform/world.ts';
import type { NewCase } from '../../../functions/recordings/domain/parse-case.ts';
import { recordingStore } from '../../../functions/recordings/store/recordings.ts';

const START = Date.parse('2026-11-20T12:00:00Z');

/** The recordings of a table; each call is a process that has just started. */
function opened() {
  const table = openTable(':memory:', () => START);
  const blobs = {} as Blobs; // the payloads are small enough for their rows
  return () =>
    recordingStore(
      { table, blobs, now: () => START, elapsed: () => performance.now(), newId: () => 'writer' },
      'default',
      { retentionMs: 3_600_000 },
    );
}

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

test.for<[what: string, change: Partial<NewCase>, outcome: string]>([
  ['a duplicate', { operation: '/spam' }, 'duplicate'],
  ['a case whose id another application has', { appId: 'spam', operation: '/spam' }, 'taken'],
])('%s registers no endpoint, application or calls', async ([, change, outcome]) => {
  const start = opened();
  const recordings = start();
  await recordings.add([recorded('a')]);
  const call = { kind: 'http', target: 't', operation: 'o', request: '{}', response: '{}' } as const;
  const known = recorded('a', { ...change, calls: [{ ...call, error: null, durationMs: 1 }] });
  // In a request of its own, after a restart, and beside a new case.
  expect(await recordings.add([known])).toEqual([outcome]);
  expect(await start().add([known, recorded(`new-${outcome}`), known])).toEqual([outcome, 'accepted', outcome]);
  expect(await recordings.apps()).toEqual(['shop']);
  expect(await recordings.operationsOf('shop')).toEqual(['/orders/{id}']);
  expect(await recordings.hasCalls(known.appId)).toBe(false);
  // Under an id of its own, the same case registers all of it.
  expect(await recordings.add([{ ...known, caseId: 'b' }])).toEqual(['accepted']);
  expect(await recordings.operationsOf(known.appId)).toContain('/spam');
  expect(await recordings.hasCalls(known.appId)).toBe(true);
});

test('the first of two cases with one id in a request registers its endpoint', async () => {
  const recordings = opened()();
  const twice = [recorded('a', { operation: '/first' }), recorded('a', { operation: '/second' })];
  expect(await recordings.add(twice)).toEqual(['accepted', 'duplicate']);
  expect(await recordings.operationsOf('shop')).toEqual(['/first']);
});
