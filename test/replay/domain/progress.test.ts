import { expect, test } from 'vitest';
import { progressOf } from '../../../functions/replay/domain/progress.ts';

const worker = (done: number, chunk = 0) => ({ chunk, done, timeouts: 0, timeoutsInRow: 0 });
const SELECTED = { requests: 8 } as NonNullable<Parameters<typeof progressOf>[0]['selection']>; // nothing else is read

test.for<[what: string, round: Parameters<typeof progressOf>[0], done: number[], progress: number]>([
  ['before the selection', { selection: null, finishedAt: null }, [], 0],
  ['without a request', { selection: { ...SELECTED, requests: 0 }, finishedAt: null }, [], 0],
  ['before the first outcome', { selection: SELECTED, finishedAt: null }, [], 0],
  ['with outcomes of two workers', { selection: SELECTED, finishedAt: null }, [2, 4], 0.75],
  ['with outcomes of requests that were sent twice', { selection: SELECTED, finishedAt: null }, [5, 5], 1],
  ['when sending has ended early', { selection: SELECTED, finishedAt: 1_700_000_000_000 }, [2], 1],
])('progressOf is as in interface 2.3 %s', ([, round, done, progress]) => {
  expect(
    progressOf(
      round,
      done.map((count, chunk) => worker(count, chunk)),
    ),
  ).toBe(progress);
});
