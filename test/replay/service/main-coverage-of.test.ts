import { expect, test } from 'vitest';
import { DamagedData } from '../../../functions/platform/values/damaged-data.ts';
import type { ReplayPlan, ReplayRound } from '../../../functions/replay/domain/plan.ts';
import { mainCoverageOf } from '../../../functions/replay/service/main-coverage-of.ts';
import { replayPlan } from '../../support/replay-plan.ts';

type Parts = Parameters<typeof mainCoverageOf>[0];

/**
 * Runs of an application, each with its creation (epoch ms) and the endpoint that it replayed; null: it has not
 * settled.
 */
function stage(
  runs: [createdAt: number, replayed: string | null][],
  { next = null as string | null, isDamaged = false },
) {
  const plans = runs.map(([createdAt], index) => replayPlan({ planId: `p${index}`, createdAt }));
  const replayedOf = (planId: string) => runs[plans.findIndex((plan) => plan.planId === planId)]?.[1] ?? null;
  return mainCoverageOf({
    plans: {
      list: async () => ({ plans, next }),
      latestRounds: async (some: readonly ReplayPlan[]) =>
        some.map(({ planId }) => ({ planId, round: 1, result: replayedOf(planId) && {} }) as unknown as ReplayRound),
    },
    results: {
      findClusters: async (planId: string) => {
        if (isDamaged) throw new DamagedData({ pk: 'p', sk: 's' });
        return { clusters: [{ operation: replayedOf(planId), hasResult: true }] };
      },
    },
    recordings: { endpointsOf: async () => [{ operation: '/a', methods: ['GET'] }] },
    // The parts that are read, of rows that have more.
  } as unknown as Parts);
}

const missingOf = async (...facts: Parameters<typeof stage>) => (await stage(...facts)('shop', ['/a'])).missing;

test('the main endpoints are looked up in the newest run that settled', async () => {
  const runs: [number, string | null][] = [
    [10, '/b'],
    [20, '/a'],
    [30, null],
  ];
  expect(await missingOf(runs, {})).toEqual([]);
  expect(await missingOf([...runs, [25, '/b']], {})).toEqual(['/a']);
});

test('an application without a settled run replayed none, and one whose older runs may have settled is not known', async () => {
  expect(await missingOf([[10, null]], {})).toBe('never');
  expect(await missingOf([], {})).toBe('never');
  expect(await missingOf([[10, null]], { next: 'more' })).toBe(null);
});

test('the page opens although what the last run stored is damaged', async () => {
  expect(await missingOf([[10, '/a']], { isDamaged: true })).toBe(null);
});
