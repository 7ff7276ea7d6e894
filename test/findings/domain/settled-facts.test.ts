import { expect, test } from 'vitest';
import { settledFacts } from '../../../functions/findings/domain/settled-facts.ts';

const round = { planId: 'p1', round: 2, startedAt: 1_000, finishedAt: 4_000 };
const result = { state: 'CLEAN', totalCases: 100, failedCases: 3, settledAt: 9_000 };

test('a settled round says its state, its counts, the time to its result and the cases of a second', () => {
  expect(settledFacts(round, result, { misses: 7 })).toEqual({
    plan_id: 'p1',
    round: 2,
    outcome: 'CLEAN',
    requests: 100,
    failed: 3,
    misses: 7,
    result_ms: 8_000,
    cases_per_s: 33.3,
  });
});

test.for([
  ['never started', { startedAt: null, finishedAt: 4_000 }, []],
  ['never finished sending', { startedAt: 1_000, finishedAt: null }, ['result_ms']],
  ['finished in the same millisecond', { startedAt: 1_000, finishedAt: 1_000 }, ['result_ms']],
] as const)('a round that %s has no number that it cannot have', ([, times, present]) => {
  const facts = Object.keys(settledFacts({ ...round, ...times }, result, undefined));
  expect(['result_ms', 'cases_per_s'].filter((name) => facts.includes(name))).toEqual(present);
});
