import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Blobs, Table } from '../../../functions/platform/world.ts';
import type { CaseHead } from '../../../functions/recordings/domain/recorded-case.ts';
import type { ReplayOrder } from '../../../functions/replay/domain/order/run-order.ts';
import type { ReplayPlan } from '../../../functions/replay/domain/plan.ts';
import type { Chunk } from '../../../functions/replay/domain/results/chunk.ts';
import { selectCases } from '../../../functions/replay/steps/select-cases.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import { resultStore } from '../../../functions/replay/store/results.ts';
import { replayPlan } from '../../support/replay-plan.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
/** Above what a run plans as one list, and above what it has in memory. */
const CASES = 60_000;
const ENDPOINTS = 12;
/** Requests of each session; one in three cases has none. */
const PER_SESSION = 7;

let directory: ReturnType<typeof temporaryDataDir>;
let table: StandaloneTable;
let blobs: Blobs;

beforeEach(() => {
  directory = temporaryDataDir();
  table = openTable(':memory:', () => NOW);
  blobs = fileBlobs(directory.dataDir);
});
afterEach(async () => {
  await table.close();
  directory.remove();
});

const operationOf = (endpoint: number) => `/o${endpoint}`;

/** The n-th newest recording; every session has a login that lies before what the run selects. */
function head(n: number, method: string): CaseHead {
  const session = n % 3 === 0 ? null : Math.floor(n / 3 / PER_SESSION);
  const key = session === null ? null : session.toString(16).padStart(24, '0');
  return {
    caseId: `c${n}`,
    appId: 'shop',
    operation: operationOf(n % ENDPOINTS),
    method,
    recordedAt: NOW - n,
    intake: String(CASES - n).padStart(15, '0'),
    traceId: String(n),
    session: key && `s-${key}`,
    tags: {},
    durationMs: 3,
    status: 200,
    pinned: false,
    ...(key && { credentials: { sent: [key], tokens: [], issued: [] } }),
  };
}

const loginOf = (key: string): CaseHead => ({
  ...head(CASES * 3, 'POST'),
  caseId: `login-${key}`,
  session: null,
  credentials: { sent: [], tokens: [], issued: [key] },
});

/** `cases`: how many are recorded so far. */
const recordingsOf = (cases: number, method: string) => ({
  endpointsOf: async () =>
    Array.from({ length: ENDPOINTS }, (_, endpoint) => ({ operation: operationOf(endpoint), methods: [method] })),
  async *eachNewest(_: string, operation: string) {
    const first = Number(operation.slice(2));
    for (let n = first; n < cases; n += ENDPOINTS) yield head(n, method);
  },
  find: async (caseId: string) => (caseId.startsWith('login-') ? loginOf(caseId.slice(6)) : undefined),
  storedPayloads: async (caseIds: readonly string[]) => caseIds.map(() => undefined),
  sessionLinks: async (_: string, keys: Iterable<string>) =>
    new Map(
      [...keys].map((key) => [
        key,
        { session: `s-${key}`, caseId: `login-${key}`, recordedAt: NOW - CASES * 3, from: [] },
      ]),
    ),
});

let plans = 0;
async function newPlan(order?: ReplayOrder): Promise<ReplayPlan> {
  const plan: ReplayPlan = {
    ...replayPlan({ planId: `plan-${++plans}`, appId: 'shop', createdAt: NOW }),
    targetEnv: `http://127.0.0.1:${plans}`,
    caseFrom: 0,
    caseTo: NOW + 1,
    caseCountLimit: 1_000_000,
    ...(order && { order }),
    load: { maxQps: 15_000, concurrency: 1000, timeoutMs: 1000 },
    status: 'PENDING',
  };
  const store = planStore(table, 'default');
  await store.lock('shop', plan.planId, NOW);
  await store.create(plan, null, null);
  return plan;
}

/** Runs the step once; `world`: what it stores in. */
async function select(
  plan: ReplayPlan,
  {
    cases = CASES,
    method = 'GET',
    world = { table, blobs },
  }: { cases?: number; method?: string; world?: { table: Table; blobs: Blobs } } = {},
) {
  return selectCases.run(
    { tenant: 'default', planId: plan.planId, round: 1 },
    {
      plans: planStore(world.table, 'default'),
      results: resultStore(world, 'default'),
      // The other reads of recordings are of no use to the step.
      recordings: recordingsOf(cases, method) as unknown as Parameters<typeof selectCases.run>[1]['recordings'],
      applications: {
        settings: async () => DEFAULT_SETTINGS,
      } as unknown as Parameters<typeof selectCases.run>[1]['applications'],
      caseManifests: { jsonOf: async () => null },
      work: workInPlace,
      maxWorkers: 200,
    },
    new AbortController().signal,
  );
}

async function chunksOf(plan: ReplayPlan, chunks: number): Promise<Chunk[]> {
  const results = resultStore({ table, blobs }, 'default');
  const found = await Promise.all(
    Array.from({ length: chunks }, (_, chunk) => results.findChunk(plan.planId, 1, chunk)),
  );
  return found.filter((chunk) => chunk !== undefined);
}

/** Every case is in the chunks once, numbered on, and each session whole with its login. */
function expectExact(chunks: readonly Chunk[], cases: number): void {
  const all = chunks.flatMap((chunk) => chunk.cases);
  expect(all.map(({ item }) => item)).toEqual(Array.from({ length: cases }, (_, item) => item));
  expect(new Set(all.map(({ caseId }) => caseId)).size).toBe(cases);
  for (const { first, cases: own } of chunks) expect(own[0]?.item).toBe(first);
  const preparing = chunks.flatMap(({ preparation = [] }) => preparation);
  const sessions = new Set(all.flatMap(({ session }) => session ?? []));
  expect(new Set(preparing.map(({ item }) => item)).size).toBe(sessions.size);
  expect(Math.min(...preparing.map(({ item }) => item))).toBe(cases);
  expect(Math.max(...preparing.map(({ item }) => item))).toBe(cases + sessions.size - 1);
}

/** No session is in two chunks, and each is in the order of recording. */
function expectWholeSessions(chunks: readonly Chunk[]): void {
  const sessions = chunks.flatMap(({ cases }) => {
    const own = cases.filter((one) => one.session !== null);
    return [...Map.groupBy(own, (one) => one.session)];
  });
  expect(new Set(sessions.map(([session]) => session)).size).toBe(sessions.length);
  for (const [, own] of sessions) {
    const times = own.map(({ recordedAt }) => recordedAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  }
}

type Selection = { chunks: number; requests: number; workers: number };

describe('the selection of a large run', () => {
  test('has every case once, in chunks that keep each session together and in order', { timeout: 60_000 }, async () => {
    const plan = await newPlan();
    const selection = (await select(plan)) as unknown as Selection;
    expect(selection).toMatchObject({
      requests: CASES,
      workers: 200,
      order: { used: 'sessions', reason: 'only reads' },
      sessions: { total: Math.ceil(CASES / 3 / PER_SESSION), cut: 0 },
    });
    const chunks = await chunksOf(plan, selection.chunks);
    expectExact(chunks, CASES);
    expectWholeSessions(chunks);
    expect(Math.max(...chunks.map(({ cases }) => cases.length))).toBe(120);
  });

  test('with writes has the recorded order of all', { timeout: 60_000 }, async () => {
    const plan = await newPlan();
    const selection = (await select(plan, { method: 'POST' })) as unknown as Selection;
    expect(selection).toMatchObject({ workers: 1, order: { used: 'families', reason: 'many writes' } });
    const chunks = await chunksOf(plan, selection.chunks);
    expectExact(chunks, CASES);
    const times = chunks.flatMap(({ cases }) => cases.map(({ recordedAt }) => recordedAt));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(chunks.every(({ cases }) => cases.every(({ families }) => families !== undefined))).toBe(true);
  });

  test('is the same after a crash at any of its writes', { timeout: 300_000 }, async () => {
    const cases = 21_000;
    const whole = await newPlan('sessions');
    const expected = (await select(whole, { cases })) as unknown as Selection;
    const writes = await countedWrites(async (world) => {
      await select(await newPlan('sessions'), { cases, world });
    });
    for (const at of [1, 2, 50, Math.floor(writes / 2), writes - 2, writes - 1, writes]) {
      const plan = await newPlan('sessions');
      await expect(select(plan, { cases, world: crashingAt(at) })).rejects.toThrow('crash');
      // One more recording arrived in the meantime; a selection that was recorded does not change.
      const selection = (await select(plan, { cases: cases + 1 })) as unknown as Selection;
      expect([cases, cases + 1]).toContain(selection.requests);
      if (at >= writes - 2) expect(selection).toEqual(expected);
      expectExact(await chunksOf(plan, selection.chunks), selection.requests);
    }
  });

  test('is that of one of two runs of the step at once', { timeout: 60_000 }, async () => {
    const plan = await newPlan('sessions');
    const [one, other] = await Promise.all([select(plan, { cases: 20_500 }), select(plan, { cases: 21_500 })]);
    expect(one).toEqual(other);
    const { chunks, requests } = one as unknown as Selection;
    expectExact(await chunksOf(plan, chunks), requests);
  });
});

/** The same world, whose writes are counted: `before` is called with the number of each. */
function observed(before: (write: number) => void): { table: Table; blobs: Blobs } {
  let writes = 0;
  const note = () => before(++writes);
  return {
    table: {
      ...table,
      put: async (...given) => {
        note();
        return table.put(...given);
      },
      update: async (...given) => {
        note();
        return table.update(...given);
      },
    },
    blobs: {
      ...blobs,
      put: async (...given) => {
        note();
        return blobs.put(...given);
      },
    },
  };
}

async function countedWrites(run: (world: { table: Table; blobs: Blobs }) => Promise<void>): Promise<number> {
  let count = 0;
  await run(
    observed((write) => {
      count = write;
    }),
  );
  return count;
}

/** From that write on, nothing is written, as after a crash. */
const crashingAt = (at: number) =>
  observed((write) => {
    if (write >= at) throw new Error('crash');
  });
