import { expect, test } from 'vitest';
import type { ReplayPlan, ReplayRound, RoundResult } from '../../../functions/replay/domain/plan.ts';
import { lastRunMisses } from '../../../functions/replay/service/last-run-misses.ts';

const MISSED: Partial<RoundResult> = { missedBy: [['stock', 2]] };
type Run = [planId: string, enableMock: boolean, result: Partial<RoundResult> | null];

/** What a store returns of runs, the newest first; other members are not read. */
const plansOf = (runs: readonly Run[]) => ({
  list: async () => ({
    plans: runs.map(([planId, enableMock]) => ({ planId, enableMock, createdAt: 0 }) as ReplayPlan),
    next: null,
  }),
  latestRounds: async (plans: readonly ReplayPlan[]) =>
    plans.map(({ planId }) => {
      const result = runs.find(([id]) => id === planId)?.[2] ?? null;
      return { planId, result } as ReplayRound;
    }),
});

test.for<[string, Run[], { planId: string; services: Map<string, number> | null } | null]>([
  ['no run', [], null],
  ['a run under way', [['a', true, null]], null],
  [
    'a run under way and one that ended',
    [
      ['b', true, null],
      ['a', true, MISSED],
    ],
    { planId: 'a', services: new Map([['stock', 2]]) },
  ],
  [
    'a newer run that makes its calls for real',
    [
      ['b', false, {}],
      ['a', true, MISSED],
    ],
    { planId: 'a', services: new Map([['stock', 2]]) },
  ],
  [
    'a run of an earlier version',
    [
      ['b', true, {}],
      ['a', true, MISSED],
    ],
    { planId: 'b', services: null },
  ],
])('with %s, the misses are those of the newest run that answers calls', async ([, runs, expected]) => {
  expect(await lastRunMisses(plansOf(runs), 'shop')).toEqual(expected);
});
