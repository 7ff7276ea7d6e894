import * as v from 'valibot';
import { Artifact } from '../domain/artifacts/artifact.ts';
import { GateDecision, GateInputs, GateOutcome } from '../domain/gates/gate-decision.ts';
import { shownAttempt } from '../domain/runs/shown-attempt.ts';
import { shownRun } from '../domain/runs/shown-run.ts';
import { Score } from '../domain/scores/score.ts';
import { ResolvedWorkflow } from '../domain/workflows/resolved-workflow.ts';

/** A time of a response, as epoch ms. */
export const Moment = v.pipe(v.string(), v.isoTimestamp(), v.transform(Date.parse));
const MomentOrNull = v.nullable(Moment);

/** Schema of a list page (evaluation 3.1). */
export const listOf = <const Item extends v.GenericSchema>(item: Item) =>
  v.object({ data: v.array(item), next_cursor: v.nullable(v.string()), has_more: v.boolean() });

/** A run as it is answered (evaluation 3.7). */
export const RunAnswer = shownRun(Moment);
export type RunAnswer = v.InferOutput<typeof RunAnswer>;

/** An attempt as it is answered (evaluation 3.8). */
export const AttemptAnswer = shownAttempt(Moment);
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

/** A workflow version as the API returns it (evaluation 3.6). */
export const WorkflowAnswer = v.object({ ...ResolvedWorkflow.entries, created_at: Moment });
export type WorkflowAnswer = v.InferOutput<typeof WorkflowAnswer>;

/** An artifact as the API returns it (evaluation 3.5). */
export const ArtifactAnswer = v.object({
  ...Artifact.entries,
  created_at: Moment,
  committed_at: MomentOrNull,
  retention_until: MomentOrNull,
});
export type ArtifactAnswer = v.InferOutput<typeof ArtifactAnswer>;

/** A score as the API returns it (evaluation 3.12). */
export const ScoreAnswer = v.object({
  ...v.pick(Score, ['score_id', 'target_type', 'target_id', 'name', 'origin', 'source', 'comment', 'metadata']).entries,
  /** Kept as text, so that a number keeps all sent digits. */
  value: v.pipe(
    v.unknown(),
    v.transform((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
  ),
  timestamp: Moment,
});
export type ScoreAnswer = v.InferOutput<typeof ScoreAnswer>;
