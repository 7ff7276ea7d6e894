import { expect, test } from 'vitest';
import { workerCount } from '../../../functions/replay/domain/worker-count.ts';

type Facts = Parameters<typeof workerCount>[0];

const load = (maxQps: number, concurrency: number) => ({ maxQps, concurrency, timeoutMs: 1000 });
const WIDE: Facts = { order: 'sessions', chunks: 1000, load: load(20_000, 1000), maxWorkers: 200 };

test.for<[what: string, facts: Partial<Facts>, workers: number]>([
  ['the setting alone', {}, 200],
  ['a lower setting', { maxWorkers: 10 }, 10],
  ['the chunks', { chunks: 3 }, 3],
  ['no chunk', { chunks: 0 }, 1],
  ['5 connections for each', { load: load(20_000, 999) }, 199],
  ['fewer connections than for one', { load: load(20_000, 4) }, 1],
  ['50 requests per second for each above 10', { load: load(550, 1000) }, 11],
  ['less than that for 10', { load: load(499, 1000) }, 10],
  ['a pace of 1, which 10 may share', { load: load(1, 1000) }, 10],
  ['the recorded order of all', { order: 'recorded' }, 1],
  ['the recorded order of families', { order: 'families' }, 1],
])('workerCount is bounded by %s', ([, facts, workers]) => {
  expect(workerCount({ ...WIDE, ...facts })).toBe(workers);
});
