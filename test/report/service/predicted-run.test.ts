import { describe, expect, test } from 'vitest';
import type { CaseHead } from '../../../functions/recordings/domain/recorded-case.ts';
import type { PlanRequest } from '../../../functions/replay/domain/plan.ts';
import { MAX_COUNTED, predictedRun } from '../../../functions/report/service/predicted-run.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const head = (method: string, durationMs: number | null): CaseHead => ({
  caseId: 'c',
  appId: 'shop',
  operation: '/a',
  method,
  recordedAt: 1,
  intake: '',
  traceId: '',
  session: null,
  tags: {},
  durationMs,
  status: 200,
  pinned: false,
});
/** Recordings of each endpoint; at most as many as asked are read. */
const recordingsOf = (heads: Readonly<Record<string, readonly CaseHead[]>>) => ({
  find: async () => undefined,
  operationsOf: async () => Object.keys(heads),
  async *eachNewest(_: string, operation: string, { limit }: { limit: number }) {
    yield* (heads[operation] ?? []).slice(0, limit);
  },
});
const plan = (change: Partial<PlanRequest> = {}): PlanRequest => ({
  ...replayPlan({ planId: '1', createdAt: 1 }),
  passThreshold: null,
  caseCountLimit: 1000,
  load: { maxQps: 20, concurrency: 2, timeoutMs: 1000 },
  ...change,
});

describe('predictedRun', () => {
  test('counts every endpoint up to its limit, and the unsafe methods', async () => {
    const recordings = recordingsOf({
      '/a': [head('GET', 10), head('POST', 10), head('POST', 10)],
      '/b': [head('DELETE', 10), head('', null)],
    });
    expect(await predictedRun(plan(), recordings)).toMatchObject({
      recordings: 5,
      isCut: false,
      unsafe: 3,
      unsafeMethods: ['DELETE', 'POST'],
    });
    expect(await predictedRun(plan({ caseCountLimit: 1 }), recordings)).toMatchObject({ recordings: 2, unsafe: 1 });
    const one = plan({ operations: [{ operation: '/b', caseIds: null }] });
    expect(await predictedRun(one, recordings)).toMatchObject({ recordings: 2 });
  });

  test('computes the duration from the pace of the plan or the recorded durations', async () => {
    const fast = recordingsOf({ '/a': Array.from({ length: 40 }, () => head('GET', 1)) });
    expect((await predictedRun(plan(), fast))?.ms).toBe(2000);
    const slow = recordingsOf({ '/a': Array.from({ length: 40 }, () => head('GET', 500)) });
    expect((await predictedRun(plan(), slow))?.ms).toBe(10_000);
  });

  test.for([
    [MAX_COUNTED, false],
    [MAX_COUNTED + 1, true],
  ] as const)('says for %i recordings that there are more than counted: %s', async ([number, isCut]) => {
    const half = Math.floor(number / 2);
    const heads = (length: number) => Array.from({ length }, () => head('GET', 1));
    const recordings = recordingsOf({ '/a': heads(half), '/b': heads(number - half), '/c': isCut ? heads(9) : [] });
    const predicted = await predictedRun(plan({ caseCountLimit: 10_000 }), recordings);
    expect(predicted).toMatchObject({ recordings: MAX_COUNTED, isCut });
  });

  test('returns null for a selection by tags', async () => {
    expect(await predictedRun(plan({ caseTags: { tier: 'gold' } }), recordingsOf({}))).toBeNull();
  });
});
