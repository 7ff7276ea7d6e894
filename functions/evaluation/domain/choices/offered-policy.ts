import { RULE_SET_NAMES, type RuleSet } from './rule-set.ts';

/** Maximum ratio of the p95 of the build and that of what it is compared with. */
const MAX_P95_RATIO = 1.2;

/** Rules with their limits, as shares: 0.99 are 99 %, and 0.01 is one point. */
export interface OfferedRules {
  ruleSet: Exclude<RuleSet, 'own'>;
  passRate: number;
  maxWorse: number;
}

const FINISHED = { id: 'finished', field: 'framework_attempt.status', op: 'eq', value: 'succeeded' };
const CLEAN = { id: 'clean', field: 'native.state', op: 'in', value: ['CLEAN'] };
/** A replay that reached too little proves nothing, whatever its pass rate. */
const COVERED = { id: 'coverage', field: 'native.state', op: 'ne', value: 'LOW_COVERAGE' };
const NEEDS_ACTION = {
  id: 'needs-action',
  metric: 'replay.needs_action_interfaces',
  aggregation: 'max',
  op: 'lte',
  threshold: 0,
};
/** The lower end of the interval: a build fails where it is proven to be slower. */
const AS_FAST = {
  id: 'as-fast',
  metric: 'replay.latency.p95_ratio_low',
  aggregation: 'max',
  op: 'lte',
  threshold: MAX_P95_RATIO,
};

const passRate = { metric: 'replay.pass_rate', aggregation: 'mean', op: 'gte' };

/** The manifest of the gate policy with these rules (evaluation 3.9). */
export function offeredPolicy({ ruleSet, passRate: min, maxWorse }: OfferedRules) {
  const release = [
    NEEDS_ACTION,
    { id: 'pass-rate', ...passRate, threshold: min },
    {
      id: 'no-worse',
      ...passRate,
      threshold: maxWorse === 0 ? 0 : -maxWorse,
      baseline: { ref: 'last_passing', mode: 'absolute' },
      on_missing: 'skip',
    },
    COVERED,
    FINISHED,
  ];
  const rules = { clean: [CLEAN, FINISHED], release, fast: [...release, AS_FAST] };
  return { schema: 'eval.gate-policy/v1', name: RULE_SET_NAMES[ruleSet], rules: rules[ruleSet] };
}
