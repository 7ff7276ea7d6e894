import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { RunId } from '../identifiers.ts';
import { ATTEMPT_STATUSES, REPRODUCIBILITY_CLASSES, RUN_PHASES, RUN_STATUSES } from '../statuses.ts';

/** A code of the service with a sentence that explains it (evaluation 3.7, 3.8). */
export const StatusReason = v.object({ code: v.string(), detail: v.string() });
export type StatusReason = v.InferOutput<typeof StatusReason>;

/** Epoch ms. */
const Time = v.number();

/** What created a run (evaluation 3.7). */
export const Trigger = v.object({
  type: v.picklist(['api', 'online_policy', 'backfill']),
  policy_id: v.optional(v.string()),
  policy_version: v.optional(Digest),
  /** Recording window, epoch ms: [from, to). */
  window: v.optional(v.object({ from: Time, to: Time })),
});
export type Trigger = v.InferOutput<typeof Trigger>;

/** A WorkflowRun as stored (evaluation 3.7). Times are epoch ms. */
export const WorkflowRun = v.object({
  workflow_run_id: RunId,
  workflow_version_digest: Digest,
  lineage_digest: Digest,
  status: v.picklist(RUN_STATUSES),
  phase: v.picklist(RUN_PHASES),
  status_reason: v.nullable(StatusReason),
  trigger: Trigger,
  labels: v.record(v.string(), v.string()),
  reproducibility_class: v.picklist(REPRODUCIBILITY_CLASSES),
  observed_reproducibility_class: v.nullable(v.picklist(REPRODUCIBILITY_CLASSES)),
  /** The requested baseline. Null if none was requested. */
  baseline_run_id: v.nullable(RunId),
  /** Fixed during validation. Null before, and if there is none. */
  baseline: v.nullable(v.object({ ref: v.picklist(['last_passing', 'run']), workflow_run_id: RunId })),
  /**
   * Fixed at the same time: what rules against `last_passing` compare with, even if `baseline` was requested
   * explicitly. Not returned by the API.
   */
  last_passing_run_id: v.optional(v.nullable(RunId), null),
  /** What an online policy replaces in the definition (evaluation 3.13). */
  input_overrides: v.nullable(v.object({ case_set: Digest })),
  attempts: v.array(v.object({ attempt_id: v.string(), status: v.picklist(ATTEMPT_STATUSES) })),
  gate: v.object({
    status: v.picklist(['pending', 'decided', 'not_applicable']),
    decision: v.nullable(v.picklist(['pass', 'fail'])),
    gate_decision_id: v.nullable(v.string()),
  }),
  native_result_artifact: v.nullable(Digest),
  created_by: v.string(),
  created_at: Time,
  /** sequence of the tenant's last event when the run was created. The run's own events come after it. */
  created_after_sequence: v.number(),
  started_at: v.nullable(Time),
  completed_at: v.nullable(Time),
  cancel_requested_at: v.nullable(Time),
  /** Incremented by each append to the ledger. Writes are conditional on the version that was read. */
  version: v.number(),
  /** run_sequence of the run's last event. 0 before the first. */
  run_sequence: v.number(),
  /** Digest of the run's last event. The genesis digest before the first. */
  run_digest: Digest,
  /** Last progress, for the watchdog. */
  progress_at: Time,
  /** The environment's limits.timeout_s in ms. The watchdog waits ten minutes longer (evaluation 3.7). */
  timeout_ms: v.number(),
  /** When the row and all rows below it expire. */
  expiresAt: Time,
});
export type WorkflowRun = v.InferOutput<typeof WorkflowRun>;
