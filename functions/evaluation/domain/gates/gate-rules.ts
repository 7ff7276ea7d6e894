import {
  compareExact,
  dividedBy,
  type Exact,
  exactOf,
  magnitude,
  minus,
  shownNumber,
} from '../../../platform/values/exact-number.ts';
import type { Score } from '../scores/score.ts';
import { aggregate } from './aggregate.ts';
import type { BaselineRef } from './fixed-baselines.ts';
import type { DecidedRule, RuleOutcome } from './gate-decision.ts';
import { type GateFacts, gateFact } from './gate-facts.ts';
import type { FieldRule, GateRule, MetricRule } from './gate-policy.ts';

export interface RuleFacts extends GateFacts {
  /** Trusted scores of the attempt, ordered by score_id. */
  scores: readonly Score[];
  /** Trusted scores of the run fixed for each ref, ordered by score_id. Null if there is none. */
  baselines: Readonly<Record<BaselineRef, readonly Score[] | null>>;
}

/** Outcomes that `on_missing: skip` skips. A baseline of 0 is not missing. */
const MISSING: readonly RuleOutcome[] = ['missing', 'insufficient_samples', 'baseline_missing'];

/** Evaluates one rule (evaluation 3.9, 5.8). */
export function decideRule(rule: GateRule, facts: RuleFacts): DecidedRule {
  const { id, enforcement, op } = rule;
  const { outcome, ...seen } = 'field' in rule ? fieldRule(rule, facts) : metricRule(rule, facts);
  const isSkipped = rule.on_missing === 'skip' && MISSING.includes(outcome);
  return { id, outcome: isSkipped ? 'skipped' : outcome, enforcement, ...seen, op };
}

type Seen = Omit<DecidedRule, 'id' | 'enforcement' | 'op'>;
type Op = MetricRule['op'];

/** Maximum characters of a text shown in a decision. */
const MAX_SHOWN_LENGTH = 200;

function fieldRule(rule: FieldRule, facts: RuleFacts): Seen {
  const value = gateFact(rule.field, facts);
  const observed = typeof value === 'string' ? value.slice(0, MAX_SHOWN_LENGTH) : (value ?? null);
  const seen = { observed, samples: null, baseline: null, delta: null, threshold: rule.value };
  if (value === undefined) return { ...seen, outcome: 'missing' };
  switch (rule.op) {
    case 'in':
      return { ...seen, outcome: passIf(rule.value.includes(value)) };
    case 'eq':
      return { ...seen, outcome: passIf(value === rule.value) };
    case 'ne':
      return { ...seen, outcome: passIf(value !== rule.value) };
    default:
      if (typeof value !== 'number') return { ...seen, outcome: 'missing' };
      return { ...seen, outcome: passIf(HOLDS[rule.op](compareExact(exactOf(value), exactOf(rule.value)))) };
  }
}

function metricRule(rule: MetricRule, facts: RuleFacts): Seen {
  const scores = measuredBy(rule, facts.scores);
  const value = measured(rule, scores, facts.attempt?.status === 'succeeded');
  const seen = {
    observed: value === undefined ? null : shownNumber(value),
    samples: scores.length,
    baseline: null,
    delta: null,
    threshold: rule.threshold,
  };
  if (value === undefined) return { ...seen, outcome: 'missing' };
  if (scores.length < samplesWanted(rule)) return { ...seen, outcome: 'insufficient_samples' };
  if (rule.baseline === undefined) return { ...seen, outcome: holds(rule, value) };

  const before = baselineOf(rule, facts.baselines[rule.baseline.ref]);
  if (before === undefined) return { ...seen, outcome: 'baseline_missing' };
  const compared = { ...seen, baseline: shownNumber(before) };
  if (rule.baseline.mode === 'relative' && before.numerator === 0n) return { ...compared, outcome: 'baseline_zero' };
  const difference = minus(value, before);
  const delta = rule.baseline.mode === 'relative' ? dividedBy(difference, magnitude(before)) : difference;
  return { ...compared, delta: shownNumber(delta), outcome: holds(rule, delta) };
}

/** Also undefined for a count in an attempt that did not succeed, because nothing was counted. */
const measured = (rule: MetricRule, scores: readonly Score[], hasSucceeded: boolean): Exact | undefined =>
  hasSucceeded ? aggregate(rule.aggregation, scores) : undefined;

function baselineOf(rule: MetricRule, baseline: readonly Score[] | null): Exact | undefined {
  if (baseline === null) return undefined;
  const scores = measuredBy(rule, baseline);
  return scores.length < samplesWanted(rule) ? undefined : aggregate(rule.aggregation, scores);
}

const samplesWanted = ({ min_samples, aggregation }: MetricRule) => min_samples ?? (aggregation === 'count' ? 0 : 1);

const measuredBy = ({ metric, where = {} }: MetricRule, scores: readonly Score[]): Score[] =>
  scores.filter(
    ({ name, metadata }) =>
      name === metric &&
      Object.entries(where).every(([key, value]) => Object.hasOwn(metadata, key) && metadata[key] === value),
  );

const holds = ({ op, threshold }: MetricRule, value: Exact): RuleOutcome =>
  passIf(HOLDS[op](compareExact(value, exactOf(threshold))));

const passIf = (isTrue: boolean): RuleOutcome => (isTrue ? 'pass' : 'fail');

/** By the comparison of the first number with the second: negative, 0 or positive. */
const HOLDS: Readonly<Record<Op, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};
