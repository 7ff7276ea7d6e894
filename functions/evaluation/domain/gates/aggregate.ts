import {
  compareExact,
  dividedBy,
  type Exact,
  exactOf,
  ONE,
  parseExact,
  plus,
  ZERO,
} from '../../../platform/values/exact-number.ts';
import type { Score } from '../scores/score.ts';
import type { MetricRule } from './gate-policy.ts';

/**
 * Aggregates scores exactly. Undefined if there are none, or if one is not a number (evaluation 3.9). `scores` are
 * ordered by score_id.
 */
export function aggregate(aggregation: MetricRule['aggregation'], scores: readonly Score[]): Exact | undefined {
  if (aggregation === 'count') return exactOf(scores.length);
  const values: Exact[] = [];
  for (const score of scores) {
    const value = numberOf(score);
    if (value === undefined) return undefined;
    values.push(value);
  }
  if (values.length === 0) return undefined;
  const percentile = /^p(\d+)$/.exec(aggregation)?.[1];
  return percentile === undefined ? AGGREGATIONS[aggregation]?.(values) : nearestRank(Number(percentile), values);
}

/** True counts as 1 and false as 0, so that the mean of booleans is their rate. */
function numberOf({ data_type, value }: Score): Exact | undefined {
  if (typeof value === 'boolean') return value ? ONE : ZERO;
  if (data_type !== 'numeric') return undefined;
  const parsed = parseExact(value);
  return parsed.ok ? parsed.value : undefined;
}

const sum = (values: readonly Exact[]): Exact => values.reduce(plus, ZERO);
/** Stays a fraction: comparing it with a threshold compares the sum with threshold × n. */
const mean = (values: readonly Exact[]): Exact => dividedBy(sum(values), exactOf(values.length));

const AGGREGATIONS: Readonly<Record<string, (values: readonly Exact[]) => Exact | undefined>> = {
  min: (values) => values.reduce((one, other) => (compareExact(one, other) <= 0 ? one : other)),
  max: (values) => values.reduce((one, other) => (compareExact(one, other) >= 0 ? one : other)),
  mean,
  sum,
  rate: mean,
  last: (values) => values.at(-1),
};

function nearestRank(percentile: number, values: readonly Exact[]): Exact | undefined {
  const rank = Math.ceil((percentile * values.length) / 100);
  return values.toSorted(compareExact)[rank - 1];
}
