import { describe, expect, test } from 'vitest';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { CaseHead } from '../../../functions/recordings/domain/recorded-case.ts';
import {
  MAX_SEARCHED,
  MAX_SEARCHED_BYTES,
  MAX_SEARCHED_SIZE,
  type Search,
  searchCases,
} from '../../../functions/recordings/service/search-cases.ts';

const head = (index: number): CaseHead => ({
  caseId: `c${index}`,
  appId: 'shop',
  operation: '/orders',
  method: 'GET',
  recordedAt: 1_000_000 - index,
  intake: '000000000000001-000000001',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  session: null,
  tags: {},
  durationMs: 1,
  status: 200,
  pinned: false,
});

const payload = (body: string) =>
  storedJson({
    request: { method: 'GET', path: '/orders', headers: [], body: null, bodyEncoding: 'utf8' },
    response: { status: 200, headers: [], body, bodyEncoding: 'utf8' },
    calls: [],
  }).bytes;

/** Searches recordings, newest first, whose JSON is said to have these sizes; the last one contains the term. */
async function searched(sizes: readonly number[], asked: Partial<Search> = {}) {
  const read: number[] = [];
  const heads = sizes.map((_, index) => head(index));
  async function* walk() {
    yield* heads;
  }
  const recordings = {
    walk: async () => walk(),
    storedPayloads: async (caseIds: readonly string[]) =>
      caseIds.map((caseId) => {
        const index = Number(caseId.slice(1));
        return {
          size: sizes[index] ?? 0,
          bytes: async () => {
            read.push(index);
            return payload(index === sizes.length - 1 ? 'a needle' : 'hay');
          },
        };
      }),
  };
  const search = { appId: 'shop', filter: {}, terms: ['needle'], limit: 50, isMasked: false, ...asked };
  const found = await searchCases({ recordings, work: workInPlace }, search);
  if (!found.ok) throw new Error(found.message);
  const { items, ...rest } = found.value;
  return { ...rest, found: items.map(({ caseId }) => caseId), read: read.length };
}

const small = (count: number) => Array.from({ length: count }, () => 100);

describe('the limits of a search', () => {
  test(`are the ${MAX_SEARCHED} newest recordings`, async () => {
    expect(await searched(small(MAX_SEARCHED))).toMatchObject({
      found: [`c${MAX_SEARCHED - 1}`],
      searched: MAX_SEARCHED,
    });
    expect(await searched(small(MAX_SEARCHED + 1))).toMatchObject({
      found: [],
      searched: MAX_SEARCHED,
      nextCursor: expect.any(String),
    });
  });

  test('end a search after some bytes, where it continues', async () => {
    const sizes = Array.from({ length: MAX_SEARCHED_BYTES / MAX_SEARCHED_SIZE }, () => MAX_SEARCHED_SIZE);
    expect(await searched(sizes)).toMatchObject({ found: [`c${sizes.length - 1}`], nextCursor: null });
    expect(await searched([...sizes, 1])).toMatchObject({
      found: [],
      searched: sizes.length,
      nextCursor: expect.any(String),
    });
  });

  test('exclude the content of a larger recording', async () => {
    expect(await searched([MAX_SEARCHED_SIZE])).toMatchObject({ found: ['c0'], read: 1 });
    expect(await searched([MAX_SEARCHED_SIZE + 1])).toMatchObject({ found: [], searched: 1, read: 0 });
  });

  test('do not need content if the heads answer a search', async () => {
    expect(await searched(small(3), { terms: ['get /orders', 'c1'] })).toMatchObject({ found: ['c1'], read: 2 });
    expect(await searched(small(3), { terms: [], filter: { status: '2xx' } })).toMatchObject({
      found: ['c0', 'c1', 'c2'],
      read: 0,
    });
  });

  test('end a full page at its last recording', async () => {
    const page = await searched(small(250), { terms: ['orders'], limit: 2 });
    expect(page).toMatchObject({ found: ['c0', 'c1'], searched: 2, nextCursor: expect.any(String) });
    expect(await searched(small(2), { terms: ['orders'], limit: 2 })).toMatchObject({ nextCursor: null });
  });
});
