import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';
import { RunId } from '../../domain/identifiers.ts';
import { ATTEMPT_STATUSES } from '../../domain/statuses.ts';

/** What became of a rule (evaluation 5.8); skipped ones do not touch the decision. */
export const RULE_OUTCOMES = [
  'pass',
  'fail',
  'skipped',
  'missing',
  'insufficient_samples',
  'baseline_missing',
  'baseline_zero',
] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

/** Reasons beyond the outcomes of rules other than pass and skipped (evaluation 5.8). */
export const GATE_REASONS = ['gate_policy_unknown', 'no_required_rule', 'attempt_not_succeeded'] as const;

const Plain = v.union([v.string(), v.number(), v.boolean()]);

/** One rule of a decision (evaluation 3.9). Numbers here are for people: the comparison was made with exact decimals. */
export const DecidedRule = v.object({
  id: v.string(),
  outcome: v.picklist(RULE_OUTCOMES),
  enforcement: v.picklist(['required', 'advisory']),
  /** The aggregate, or the field's value; null where there is none. */
  observed: v.nullable(Plain),
  /** Scores that were aggregated; null of a field. */
  samples: v.nullable(v.number()),
  baseline: v.nullable(v.number()),
  /** Against the baseline, by the rule's mode; null without one. */
  delta: v.nullable(v.number()),
  /** The rule's threshold or value. */
  threshold: v.union([Plain, v.array(Plain)]),
  op: v.string(),
});
export type DecidedRule = v.InferOutput<typeof DecidedRule>;

/** Everything that a decision was made from, beside the policy (evaluation 3.9). */
export const GateInputs = v.object({
  /** Null where a run ended before it had an attempt. */
  attempt_id: v.nullable(v.string()),
  attempt_status: v.nullable(v.picklist(ATTEMPT_STATUSES)),
  native_result_digest: v.nullable(Digest),
  scores_digest: v.nullable(Digest),
  /** The run's `baseline`; null where there is none, or it measured nothing. */
  baseline_run_id: v.nullable(RunId),
  /** Only of a run that asked for a baseline of its own, where a rule compares with `last_passing` all the same. */
  last_passing_run_id: v.optional(v.nullable(RunId)),
});
export type GateInputs = v.InferOutput<typeof GateInputs>;

/** What a policy says of a run: the same inputs give the same bytes (evaluation 3.9). */
export const GateOutcome = v.object({
  gate_policy_version: Digest,
  decision: v.picklist(['pass', 'fail']),
  /** False when a required rule could not be judged, and when there was none. */
  conclusive: v.boolean(),
  reason_codes: v.array(v.picklist([...RULE_OUTCOMES, ...GATE_REASONS])),
  rules: v.array(DecidedRule),
  inputs: GateInputs,
  /** sha256(JCS({inputs, gate_policy_version, outcomes})); outcomes are `rules` (evaluation 5.9). */
  decision_digest: Digest,
});
export type GateOutcome = v.InferOutput<typeof GateOutcome>;

/** A GateDecision as it is stored (evaluation 3.9); `decided_at` is epoch ms. */
export const GateDecision = v.object({
  gate_decision_id: v.string(),
  workflow_run_id: RunId,
  workflow_version_digest: Digest,
  /** False of a re-evaluation, which changes nothing of its run. */
  primary: v.boolean(),
  status: v.literal('decided'),
  ...GateOutcome.entries,
  decided_at: v.number(),
});
export type GateDecision = v.InferOutput<typeof GateDecision>;
