import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { AttemptId, RunId } from '../identifiers.ts';
import { ATTEMPT_STATUSES } from '../statuses.ts';
import { StatusReason } from './run.ts';

const Time = v.number();

/** Maximum artifacts that an attempt names as evidence. */
export const MAX_EVIDENCE = 200;

/** A FrameworkAttempt as stored (evaluation 3.8). Times are epoch ms. */
export const FrameworkAttempt = v.object({
  attempt_id: AttemptId,
  workflow_run_id: RunId,
  /** From 1. */
  ordinal: v.number(),
  retry_of: v.nullable(AttemptId),
  status: v.picklist(ATTEMPT_STATUSES),
  status_reason: v.nullable(StatusReason),
  host: v.object({ kind: v.picklist(['managed', 'federated']), host_id: v.string() }),
  /** Digest of the runner's manifest. */
  runner_version: Digest,
  lease: v.nullable(v.object({ lease_id: v.string(), epoch: v.number(), host_id: v.string(), expires_at: Time })),
  trace_id: v.string(),
  root_span_id: v.string(),
  /** 0 to 1. */
  progress: v.number(),
  /** When the last progress event was written, at most one in 30 s (evaluation 4). */
  progress_event_at: v.nullable(Time),
  started_at: v.nullable(Time),
  ended_at: v.nullable(Time),
  native_result_artifact: v.nullable(Digest),
  evidence: v.array(v.object({ role: v.string(), digest: Digest })),
  projection: v.object({
    status: v.picklist(['none', 'complete', 'lossy', 'failed']),
    projected_count: v.number(),
    unsupported_fields: v.array(v.string()),
  }),
  /** sha256 over the trusted scores of the attempt (evaluation 5.9). Null until they are complete. */
  scores_digest: v.nullable(Digest),
  diagnostics: v.array(v.object({ code: v.string(), detail: v.string() })),
  replay: v.nullable(v.object({ plan_id: v.string(), findings_state: v.nullable(v.string()) })),
  /** host_sequence that the next publication of a federated worker must start with (evaluation 3.11). */
  next_host_sequence: v.number(),
  expiresAt: Time,
});
export type FrameworkAttempt = v.InferOutput<typeof FrameworkAttempt>;
