import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { RunId } from '../identifiers.ts';
import { ATTEMPT_STATUSES } from '../statuses.ts';

/** Outcome of a rule (evaluation 5.8). Skipped rules do not affect the decision. */
const RULE_OUTCOMES = [
  'pass',
  'fail',
  'skipped',
  'missing',
  'insufficient_samples',
  'baseline_missing',
  'baseline_zero',
] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

/** Reasons in addition to the rule outcomes other than pass and skipped (evaluation 5.8). */
const GATE_REASONS = ['gate_policy_unknown', 'no_required_rule', 'attempt_not_succeeded'] as const;

const Plain = v.union([v.string(), v.number(), v.boolean()]);

/** One rule of a decision (evaluation 3.9). Its numbers are for display; the comparison used exact decimals. */
export const DecidedRule = v.object({
  id: v.string(),
  outcome: v.picklist(RULE_OUTCOMES),
  enforcement: v.picklist(['required', 'advisory']),
  /** The aggregate, or the value of the field. Null if there is none. */
  observed: v.nullable(Plain),
  /** Number of aggregated scores. Null for a field rule. */
  samples: v.nullable(v.number()),
  baseline: v.nullable(v.number()),
  /** Difference from the baseline, by the rule's mode. Null without a baseline. */
  delta: v.nullable(v.number()),
  /** The rule's threshold or value. */
  threshold: v.union([Plain, v.array(Plain)]),
  op: v.string(),
});
export type DecidedRule = v.InferOutput<typeof DecidedRule>;

/** All inputs of a decision other than the policy (evaluation 3.9). */
export const GateInputs = v.object({
  /** Null if the run ended before its first attempt. */
  attempt_id: v.nullable(v.string()),
  attempt_status: v.nullable(v.picklist(ATTEMPT_STATUSES)),
  native_result_digest: v.nullable(Digest),
  scores_digest: v.nullable(Digest),
  /** The run's `baseline`. Null if there is none, or if it measured nothing. */
  baseline_run_id: v.nullable(RunId),
  /** Set only if the run requested its own baseline and a rule still compares with `last_passing`. */
  last_passing_run_id: v.optional(v.nullable(RunId)),
});
export type GateInputs = v.InferOutput<typeof GateInputs>;

/** Result of a policy for a run. The same inputs produce the same bytes (evaluation 3.9). */
export const GateOutcome = v.object({
  gate_policy_version: Digest,
  decision: v.picklist(['pass', 'fail']),
  /** False if a required rule could not be evaluated, or if there was none. */
  conclusive: v.boolean(),
  reason_codes: v.array(v.picklist([...RULE_OUTCOMES, ...GATE_REASONS])),
  rules: v.array(DecidedRule),
  inputs: GateInputs,
  /** sha256(JCS({inputs, gate_policy_version, outcomes})), where outcomes is `rules` (evaluation 5.9). */
  decision_digest: Digest,
});
export type GateOutcome = v.InferOutput<typeof GateOutcome>;

/** A GateDecision as stored (evaluation 3.9). `decided_at` is epoch ms. */
export const GateDecision = v.object({
  gate_decision_id: v.string(),
  workflow_run_id: RunId,
  workflow_version_digest: Digest,
  /** False for a re-evaluation, which does not change its run. */
  primary: v.boolean(),
  status: v.literal('decided'),
  ...GateOutcome.entries,
  decided_at: v.number(),
});
export type GateDecision = v.InferOutput<typeof GateDecision>;
