import * as v from 'valibot';
import { Artifact } from '../artifacts/domain/artifact.ts';
import { GateDecision, GateInputs, GateOutcome } from '../gates/domain/gate-decision.ts';
import { FrameworkAttempt } from '../runs/domain/attempt.ts';
import { Trigger, WorkflowRun } from '../runs/domain/run.ts';
import { Score } from '../scores/domain/score.ts';
import { ResolvedWorkflow } from '../workflows/domain/resolved-workflow.ts';

/** A moment of an answer, as epoch ms. */
export const Moment = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));
const MomentOrNull = v.nullable(Moment);

/** A part of a list (evaluation 3.1). */
export const listOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ data: v.array(item), next_cursor: v.nullable(v.string()), has_more: v.boolean() });

/** A run as it is answered (evaluation 3.7). */
export const RunAnswer = v.object({
  ...v.pick(WorkflowRun, [
    ...(['workflow_run_id', 'workflow_version_digest', 'lineage_digest', 'status', 'phase', 'status_reason'] as const),
    ...(['labels', 'reproducibility_class', 'observed_reproducibility_class', 'baseline', 'input_overrides'] as const),
    ...(['attempts', 'gate', 'native_result_artifact', 'created_by'] as const),
  ]).entries,
  trigger: v.object({ ...Trigger.entries, window: v.optional(v.object({ from: Moment, to: Moment })) }),
  created_at: Moment,
  started_at: MomentOrNull,
  completed_at: MomentOrNull,
  cancel_requested_at: MomentOrNull,
});
export type RunAnswer = v.InferOutput<typeof RunAnswer>;

/** An attempt as it is answered (evaluation 3.8). */
export const AttemptAnswer = v.object({
  ...v.pick(FrameworkAttempt, [
    ...([
      'attempt_id',
      'ordinal',
      'status',
      'status_reason',
      'host',
      'runner_version',
      'trace_id',
      'progress',
    ] as const),
    ...(['native_result_artifact', 'evidence', 'projection', 'diagnostics'] as const),
  ]).entries,
  lease: v.nullable(v.object({ epoch: v.number(), expires_at: Moment })),
  started_at: MomentOrNull,
  ended_at: MomentOrNull,
  replay: v.nullable(v.object({ plan_id: v.string(), findings_state: v.nullable(v.string()) })),
});
export type AttemptAnswer = v.InferOutput<typeof AttemptAnswer>;

/** The gate of a run, decided or not (evaluation 3.9). */
export const GateAnswer = v.object({
  ...v.pick(GateDecision, ['workflow_run_id', 'primary', 'rules', 'reason_codes']).entries,
  gate_decision_id: v.nullable(v.string()),
  gate_policy_version: v.nullable(GateOutcome.entries.gate_policy_version),
  status: v.picklist(['pending', 'decided', 'not_applicable']),
  decision: v.nullable(GateOutcome.entries.decision),
  conclusive: v.nullable(v.boolean()),
  inputs: v.nullable(GateInputs),
  decision_digest: v.nullable(v.string()),
  decided_at: MomentOrNull,
});
export type GateAnswer = v.InferOutput<typeof GateAnswer>;

/** A workflow version as it is answered (evaluation 3.6). */
export const WorkflowAnswer = v.object({ ...ResolvedWorkflow.entries, created_at: Moment });
export type WorkflowAnswer = v.InferOutput<typeof WorkflowAnswer>;

/** An artifact as it is answered (evaluation 3.5). */
export const ArtifactAnswer = v.object({
  ...Artifact.entries,
  created_at: Moment,
  committed_at: MomentOrNull,
  retention_until: MomentOrNull,
});
export type ArtifactAnswer = v.InferOutput<typeof ArtifactAnswer>;

/** A score as it is answered (evaluation 3.12). */
export const ScoreAnswer = v.object({
  ...v.pick(Score, ['score_id', 'target_type', 'target_id', 'name', 'origin', 'source', 'comment', 'metadata']).entries,
  /** As text: a number keeps the digits that were sent. */
  value: v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  ),
  timestamp: Moment,
});
export type ScoreAnswer = v.InferOutput<typeof ScoreAnswer>;
