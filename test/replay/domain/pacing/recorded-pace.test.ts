import { expect, test } from 'vitest';
import { dueTimes, MAX_GAP_MS } from '../../../../functions/replay/domain/pacing/recorded-pace.ts';
import type { PlannedCase } from '../../../../functions/replay/domain/results/chunk.ts';

const planned = (item: number, recordedAt: number, more: Partial<PlannedCase> = {}): PlannedCase => ({
  item,
  caseId: `case-${item}`,
  operation: '/orders',
  session: null,
  traceId: 't',
  recordedAt,
  ...more,
});
const REQUESTS = [planned(0, 1000), planned(1, 1500), planned(2, 1500), planned(3, 3500)];
const times = (more: Partial<Parameters<typeof dueTimes>[0]> = {}) => [
  ...dueTimes({ requests: REQUESTS, done: new Set(), previous: undefined, factor: 1, begin: 100, ...more }),
];

test('requests are due as long after each other as recorded', () => {
  expect(times()).toEqual([
    [0, 100],
    [1, 600],
    [2, 600],
    [3, 2600],
  ]);
});

test('a factor divides the gaps', () => {
  expect(times({ factor: 4 }).map(([, due]) => due)).toEqual([100, 225, 225, 725]);
  expect(times({ factor: 0.5 }).map(([, due]) => due)).toEqual([100, 1100, 1100, 5100]);
});

test('the first request of a later chunk keeps its gap to the chunk before', () => {
  expect(times({ previous: planned(9, 700) })[0]).toEqual([0, 400]);
});

test('requests with an outcome are not waited for', () => {
  expect(times({ done: new Set([0, 1]) })).toEqual([
    [2, 100],
    [3, 2100],
  ]);
});

test('a gap of more than a minute is shortened to a minute, after the factor', () => {
  const apart = (ms: number, factor: number) =>
    times({ requests: [planned(0, 0), planned(1, ms)], factor }).map(([, due]) => due)[1];
  expect(apart(MAX_GAP_MS, 1)).toBe(100 + MAX_GAP_MS);
  expect(apart(MAX_GAP_MS + 1, 1)).toBe(100 + MAX_GAP_MS);
  expect(apart(2 * MAX_GAP_MS, 2)).toBe(100 + MAX_GAP_MS);
});

test('a request that began before the one before it is due with it', () => {
  const late = planned(1, 2000, { span: [400, 2000] });
  expect(times({ requests: [planned(0, 1000), late, planned(2, 1200)] }).map(([, due]) => due)).toEqual([
    100, 100, 300,
  ]);
});
