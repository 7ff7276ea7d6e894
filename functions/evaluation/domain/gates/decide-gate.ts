import type { Digest } from '../../../platform/values/digest.ts';
import { digestOfJson } from '../canonical-json.ts';
import type { Score } from '../scores/score.ts';
import { byScoreId, scoresDigestOf } from '../scores/scores-digest.ts';
import { type BaselineRef, fixedBaselines } from './fixed-baselines.ts';
import type { DecidedRule, GateInputs, GateOutcome, RuleOutcome } from './gate-decision.ts';
import type { GateFacts } from './gate-facts.ts';
import type { GatePolicy } from './gate-policy.ts';
import { decideRule } from './gate-rules.ts';

export interface GateQuestion extends GateFacts {
  /** Null if the pinned policy is unknown or invalid. */
  policy: GatePolicy | null;
  policy_version: Digest;
  /** Scores of the run. Only trusted scores of its last attempt count. */
  scores: readonly Score[];
  /**
   * The baseline runs fixed for this run, with their trusted scores. Null if there is none, or if it was deleted or
   * measured nothing.
   */
  baselines: Readonly<Record<BaselineRef, { run_id: string; scores: readonly Score[] } | null>>;
}

/** Outcomes of required rules that could not be evaluated. */
const INCONCLUSIVE: readonly RuleOutcome[] = ['missing', 'insufficient_samples', 'baseline_missing', 'baseline_zero'];

/**
 * Decides whether a release may proceed, by the policy and with exact decimals (evaluation 3.9, 5.8). Missing data
 * closes the gate.
 */
export function decideGate({ policy, policy_version, scores, baselines, ...facts }: GateQuestion): GateOutcome {
  const { attempt, run } = facts;
  const measured = trusted(scores).filter(({ attempt_id }) => attempt !== null && attempt_id === attempt.attempt_id);
  const fixed = fixedBaselines(run);
  const compared = (ref: BaselineRef) => (baselines[ref]?.run_id === fixed[ref] ? baselines[ref] : null);
  const scoresOf = (ref: BaselineRef) => {
    const baseline = compared(ref);
    return baseline && trusted(baseline.scores);
  };
  const ruleFacts = {
    ...facts,
    scores: measured,
    baselines: { last_passing: scoresOf('last_passing'), run: scoresOf('run') },
  };
  const rules = (policy?.rules ?? []).map((rule) => decideRule(rule, ruleFacts));
  const hasSucceeded = attempt?.status === 'succeeded';

  const counting = rules.filter(({ enforcement, outcome }) => enforcement === 'required' && outcome !== 'skipped');
  const isPass = ({ outcome }: DecidedRule) => outcome === 'pass';
  const conclusive = counting.length > 0 && !counting.some(({ outcome }) => INCONCLUSIVE.includes(outcome));
  const hold = policy?.combine === 'any' ? counting.some(isPass) : counting.length > 0 && counting.every(isPass);

  const inputs: GateInputs = {
    attempt_id: attempt?.attempt_id ?? null,
    attempt_status: attempt?.status ?? null,
    native_result_digest: attempt?.native_result_artifact ?? null,
    scores_digest: attempt?.scores_digest == null ? null : scoresDigestOf(measured),
    baseline_run_id: (run.baseline && compared(run.baseline.ref)?.run_id) ?? null,
    // Otherwise it is the run above, if any.
    ...(run.baseline_run_id !== null &&
      usesLastPassing(policy) && { last_passing_run_id: compared('last_passing')?.run_id ?? null }),
  };
  return {
    gate_policy_version: policy_version,
    // Also closed if another rule of `any` holds: the missing data might have changed the result (evaluation principle
    // 5).
    decision: hold && hasSucceeded && conclusive ? 'pass' : 'fail',
    conclusive,
    reason_codes: [
      ...new Set(rules.map(({ outcome }) => outcome).filter((one) => one !== 'pass' && one !== 'skipped')),
      ...(policy === null ? ['gate_policy_unknown' as const] : []),
      ...(policy !== null && counting.length === 0 ? ['no_required_rule' as const] : []),
      ...(hasSucceeded ? [] : ['attempt_not_succeeded' as const]),
    ],
    rules,
    inputs,
    decision_digest: digestOfJson({ inputs, gate_policy_version: policy_version, outcomes: rules }),
  };
}

const usesLastPassing = (policy: GatePolicy | null): boolean =>
  (policy?.rules ?? []).some((rule) => 'metric' in rule && rule.baseline?.ref === 'last_passing');

const trusted = (scores: readonly Score[]): Score[] =>
  scores.filter(({ origin }) => origin === 'trusted_host').sort(byScoreId);
