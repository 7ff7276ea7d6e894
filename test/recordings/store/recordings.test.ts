import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  directory = mkdtempSync(join(tmpdir(), 'recordings-'));
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
const blobsOf = (keeping: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && join(file.parentPath, file.name).startsWith(join(directory, keeping)),
  ).length;
const ids = (heads: { caseId: string }[]) => heads.map(({ caseId }) => caseId);
const everything = { limit: 100 };

describe('the store of recordings at intake (interface 10)', () => {
  test('returns a case as it was', async () => {
    const one = recorded('one', { tags: { tier: 'gold' }, session: 's' });
    expect(await recordings.add([one])).toEqual(['accepted']);
    const { request, response, calls, ...head } = one;
    expect(await recordings.find('one')).toEqual({ ...head, intake: expect.any(String) });
    expect(await recordings.payloads(['none', 'one'])).toEqual([undefined, { request, response, calls }]);
  });

  test('counts a repeat as duplicate, within one call and later, and changes nothing', async () => {
    expect(await recordings.add([recorded('a'), recorded('a', { status: 500 }), recorded('b')])).toEqual([
      'accepted',
      'duplicate',
      'accepted',
    ]);
    expect(await recordings.add([recorded('a', { status: 500 }), recorded('c')])).toEqual(['duplicate', 'accepted']);
    expect(await recordings.find('a')).toMatchObject({ status: 200 });
    expect(ids(await recordings.newest('shop', '/orders/{id}', everything))).toEqual(['c', 'b', 'a']);
  });

  test('keeps cases of one time in the order of arrival, newest first', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `c${(index * 7) % 20}`);
    await recordings.add(names.slice(0, 12).map((name) => recorded(name)));
    await recordings.add(names.slice(12).map((name) => recorded(name)));
    expect(ids(await recordings.newest('shop', '/orders/{id}', everything))).toEqual(names.toReversed());
  });

  test('registers applications and endpoints', async () => {
    await recordings.add([
      recorded('a'),
      recorded('b', { operation: '/b' }),
      recorded('c', { appId: 'other#1/ü', operation: '/x' }),
    ]);
    await recordings.add([recorded('d', { operation: '/b' })]);
    expect(await recordings.apps()).toEqual(['other#1/ü', 'shop']);
    expect(await recordings.operationsOf('shop')).toEqual(['/b', '/orders/{id}']);
    expect(await recordings.operationsOf('none')).toEqual([]);
  });

  test('separates an application whose name ends where an endpoint of another begins', async () => {
    await recordings.add([
      recorded('a', { appId: 'a', operation: 'b#/c' }),
      recorded('b', { appId: 'a#b', operation: '/c' }),
    ]);
    expect(ids(await recordings.newest('a#b', '/c', everything))).toEqual(['b']);
  });

  test('shows nothing of a tenant to another', async () => {
    await recordings.add([recorded('a', { pinned: true })]);
    const other = open('other');
    expect(await other.find('a')).toBeUndefined();
    expect(await other.apps()).toEqual([]);
    expect(await other.newest('shop', '/orders/{id}', { ...everything, pinnedOnly: true })).toEqual([]);
    expect(await other.remove('a')).toBe(false);
    expect(await other.add([recorded('a')])).toEqual(['accepted']);
  });

  test('accepts any text as a name of an application', async () => {
    for (const appId of ['', '\ud800', 'x'.repeat(5000)]) expect(await recordings.operationsOf(appId)).toEqual([]);
  });
});

describe('the retention of recordings', () => {
  test.for<[string, number, boolean]>([
    ['the last moment', RETENTION - 1, true],
    ['the end', RETENTION, false],
  ])('counts from intake for a rolling case that was recorded long ago: %s', async ([, later, there]) => {
    await recordings.add([recorded('a', { recordedAt: START - 1000 * HOUR }), recorded('kept', { pinned: true })]);
    clock += later;
    expect((await recordings.find('a')) !== undefined).toBe(there);
    expect(((await recordings.payloads(['a']))[0] ?? null) !== null).toBe(there);
    expect(await recordings.find('kept')).toBeDefined();
  });

  test('keeps a pinned case, and expires an unpinned one as before', async () => {
    await recordings.add([recorded('a'), recorded('b')]);
    expect(await recordings.pin('a')).toBe(true);
    expect(await recordings.pin('b')).toBe(true);
    expect(await recordings.unpin('b')).toBe(true);
    expect(await recordings.pin('none')).toBe(false);
    clock += RETENTION;
    expect(await recordings.find('a')).toMatchObject({ pinned: true });
    expect((await recordings.payloads(['a', 'b'])).map(Boolean)).toEqual([true, false]);
    expect(await recordings.unpin('a')).toBe(true);
    expect(await recordings.find('a')).toBeUndefined();
  });

  test('counts pinning twice as once', async () => {
    await recordings.add([recorded('a')]);
    expect([await recordings.pin('a'), await recordings.pin('a')]).toEqual([true, true]);
    expect(ids(await recordings.newest('shop', '/orders/{id}', { ...everything, pinnedOnly: true }))).toEqual(['a']);
    expect([await recordings.unpin('a'), await recordings.unpin('a')]).toEqual([true, true]);
    expect(await recordings.newest('shop', '/orders/{id}', { ...everything, pinnedOnly: true })).toEqual([]);
  });

  test('ends when a case is deleted, pinned or not, and it may be stored again', async () => {
    await recordings.add([recorded('a'), recorded('b', { pinned: true })]);
    expect([await recordings.remove('a'), await recordings.remove('b'), await recordings.remove('a')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await recordings.payloads(['a', 'b'])).toEqual([undefined, undefined]);
    expect(await recordings.newest('shop', '/orders/{id}', everything)).toEqual([]);
    expect(await recordings.add([recorded('a')])).toEqual(['accepted']);
  });
});

describe('payloads too large for a row', () => {
  test('are stored in a blob that follows the case', async () => {
    const one = large('a');
    await recordings.add([one, recorded('small')]);
    expect([blobsOf('cases'), blobsOf('kept')]).toEqual([1, 0]);
    await recordings.pin('a');
    expect([blobsOf('cases'), blobsOf('kept')]).toEqual([0, 1]);
    expect((await recordings.payloads(['a']))[0]?.response).toEqual(one.response);
    await recordings.unpin('a');
    expect([blobsOf('cases'), blobsOf('kept')]).toEqual([1, 0]);
    await recordings.remove('a');
    expect([blobsOf('cases'), blobsOf('kept')]).toEqual([0, 0]);
  });

  test('leave no blob for a refused repeat', async () => {
    await recordings.add([large('a', { pinned: true })]);
    expect(await recordings.add([large('a', { pinned: true })])).toEqual(['duplicate']);
    expect(blobsOf('kept')).toBe(1);
  });
});

describe('the choice of cases of an endpoint', () => {
  const at = (caseId: string, minutes: number, change: Partial<NewCase> = {}) =>
    recorded(caseId, { recordedAt: START - minutes * 60_000, ...change });
  beforeEach(() =>
    recordings.add([
      at('m3', 3, { tags: { tier: 'gold', region: 'eu' } }),
      at('m1', 1, { pinned: true }),
      at('m2', 2, { tags: { tier: 'gold' } }),
      at('other', 0, { operation: '/other' }),
      at('p9', 9, { pinned: true, tags: { tier: 'gold' } }),
    ]),
  );

  test.for<[string, Parameters<RecordingStore['newest']>[2], string[]]>([
    ['newest first', everything, ['m1', 'm2', 'm3', 'p9']],
    ['at most', { limit: 2 }, ['m1', 'm2']],
    ['none', { limit: 0 }, []],
    [
      'the window begins with from and ends before to',
      { ...everything, from: START - 180_000, to: START - 60_000 },
      ['m2', 'm3'],
    ],
    ['pinned cases of any window', { ...everything, from: START, to: START, pinnedOnly: true }, ['m1', 'p9']],
    ['one tag', { ...everything, tags: { tier: 'gold' } }, ['m2', 'm3', 'p9']],
    ['every tag', { ...everything, tags: { tier: 'gold', region: 'eu' } }, ['m3']],
    ['the newest with a tag', { limit: 1, tags: { tier: 'gold' } }, ['m2']],
    ['a tag that no case has', { ...everything, tags: { toString: 'x' } }, []],
  ])('follows its filter: %s', async ([, filter, chosen]) => {
    expect(ids(await recordings.newest('shop', '/orders/{id}', filter))).toEqual(chosen);
  });

  test.for<[string, string[], Parameters<RecordingStore['anyCase']>[2], boolean]>([
    ['a case in the window', ['/none', '/other'], { from: START, to: START + 1 }, true],
    ['no case in the window', ['/orders/{id}'], { from: START, to: START + 1 }, false],
    ['a pinned case', ['/orders/{id}'], { from: START, to: START + 1, pinnedOnly: true }, true],
    ['no pinned case', ['/other'], { from: 0, to: START + 1, pinnedOnly: true }, false],
    ['no endpoint', [], { from: 0, to: START + 1 }, false],
  ])('finds any case or none: %s', async ([, operations, filter, any]) => {
    expect(await recordings.anyCase('shop', operations, filter)).toBe(any);
  });

  test('lists every case of all endpoints once over pages', async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await recordings.list({ appId: 'shop', limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...ids(page?.items ?? []));
      cursor = page?.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['other', 'm1', 'm2', 'm3', 'p9']);
  });

  test('lists by endpoint, window and tag', async () => {
    const filter = {
      appId: 'shop',
      operation: '/orders/{id}',
      from: START - 180_000,
      to: START,
      tags: { tier: 'gold' },
    };
    expect(await recordings.list({ ...filter, limit: 2 })).toMatchObject({
      items: [{ caseId: 'm2' }, { caseId: 'm3' }],
      nextCursor: null,
    });
    const first = await recordings.list({ ...filter, limit: 1 });
    expect(first).toMatchObject({ items: [{ caseId: 'm2' }], nextCursor: expect.any(String) });
    expect(await recordings.list({ ...filter, limit: 1, cursor: first?.nextCursor ?? '' })).toMatchObject({
      items: [{ caseId: 'm3' }],
      nextCursor: null,
    });
  });

  test('returns null for an invalid cursor', async () => {
    expect(await recordings.list({ appId: 'shop', limit: 1, cursor: 'bm9uZQ' })).toBeNull();
  });

  test('includes more cases than a page of the table has', async () => {
    await recordings.add(
      Array.from({ length: 1500 }, (_, index) =>
        recorded(`n${index}`, { operation: '/many', tags: { odd: String(index % 2) } }),
      ),
    );
    expect(await recordings.newest('shop', '/many', { limit: Number.MAX_SAFE_INTEGER })).toHaveLength(1500);
    expect(await recordings.newest('shop', '/many', { limit: 700, tags: { odd: '1' } })).toHaveLength(700);
    expect(await recordings.payloads(Array.from({ length: 1500 }, (_, index) => `n${index}`))).toHaveLength(1500);
  });
});
