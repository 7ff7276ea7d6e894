import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { EVENT_TYPES, LedgerEvent } from '../../domain/ledger/event.ts';
import type { ShownAttempt } from '../../domain/runs/shown-attempt.ts';
import type { ShownRun } from '../../domain/runs/shown-run.ts';
import { runLinks } from './run-view.ts';

/** Run ids used in the examples. */
export const RUN_EXAMPLE = {
  runId: 'wrun_01KAFP4G80A1B2C3D4E5F6G7H8',
  attemptId: 'fatt_01KAFP4G80A1B2C3D4E5F6G7H8_001',
  gateDecisionId: 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
  cursor: '41.Yx3m0QeB7k',
  digest: `sha256:${'9a75'.repeat(16)}`,
} as const;

const Links = v.record(v.string(), v.string());

/** Response of POST /runs (evaluation 3.7). */
export const CreatedRun = named(
  'CreatedRun',
  v.object({
    workflow_run_id: v.string(),
    status: v.literal('queued'),
    workflow_version_digest: Digest,
    events_cursor: v.string(),
    links: Links,
  }),
);
export const CREATED_RUN_EXAMPLE: v.InferOutput<typeof CreatedRun> = {
  workflow_run_id: RUN_EXAMPLE.runId,
  status: 'queued',
  workflow_version_digest: RUN_EXAMPLE.digest,
  events_cursor: RUN_EXAMPLE.cursor,
  links: runLinks(RUN_EXAMPLE.runId),
};

/** An example of a run. */
export const SHOWN_RUN_EXAMPLE: ShownRun = {
  ...CREATED_RUN_EXAMPLE,
  lineage_digest: RUN_EXAMPLE.digest,
  phase: 'queued',
  status_reason: null,
  trigger: { type: 'api' },
  labels: { branch: 'main' },
  reproducibility_class: 'recorded_external',
  observed_reproducibility_class: null,
  baseline: null,
  input_overrides: null,
  attempts: [],
  gate: { status: 'pending', decision: null, gate_decision_id: null },
  native_result_artifact: null,
  created_by: EXAMPLE.userName,
  created_at: EXAMPLE.time,
  started_at: null,
  completed_at: null,
  cancel_requested_at: null,
  version: 1,
};

/** An example of an attempt. */
export const SHOWN_ATTEMPT_EXAMPLE: ShownAttempt = {
  attempt_id: RUN_EXAMPLE.attemptId,
  workflow_run_id: RUN_EXAMPLE.runId,
  ordinal: 1,
  retry_of: null,
  status: 'running',
  status_reason: null,
  host: { kind: 'managed', host_id: 'managed' },
  runner_version: RUN_EXAMPLE.digest,
  lease: null,
  trace_id: EXAMPLE.traceId,
  root_span_id: '00f067aa0ba902b7',
  progress: 0.5,
  started_at: EXAMPLE.time,
  ended_at: null,
  native_result_artifact: null,
  evidence: [{ role: 'case_manifest', digest: RUN_EXAMPLE.digest }],
  projection: { status: 'none', projected_count: 0, unsupported_fields: [] },
  diagnostics: [],
  replay: {
    plan_id: EXAMPLE.planId,
    status_url: `/openapi/v1/replay-runs/${EXAMPLE.planId}`,
    report_url: `http://127.0.0.1:8090/report/${EXAMPLE.planId}`,
    findings_state: null,
  },
};

/** Schema of an event in responses (evaluation 3.10). */
export const ShownEvent = named(
  'LedgerEvent',
  v.object({ ...LedgerEvent.entries, run_sequence: Count, timestamp: Time, sequence: Count }),
);
export const SHOWN_EVENT_EXAMPLE: v.InferOutput<typeof ShownEvent> = {
  event_id: 'evt_818fa8cd2a91f96c1f2d5f3b1a09b4fb',
  tenant_id: 'default',
  workflow_run_id: RUN_EXAMPLE.runId,
  run_sequence: 1,
  run_prev_digest: `sha256:${'0'.repeat(64)}`,
  type: EVENT_TYPES[0],
  timestamp: EXAMPLE.time,
  schema_version: '1',
  producer: { kind: 'kernel' },
  payload: {
    workflow_version_digest: RUN_EXAMPLE.digest,
    reproducibility_class: 'recorded_external',
    capability_set_digest: RUN_EXAMPLE.digest,
    baseline_run_id: null,
  },

  digest: RUN_EXAMPLE.digest,
  sequence: 42,
  prev_chain_digest: RUN_EXAMPLE.digest,
  chain_digest: RUN_EXAMPLE.digest,
};

/** Path parameters of runs. */
export const RUN_PARAMS = {
  runId: { schema: v.string(), description: 'Id of a run.', example: RUN_EXAMPLE.runId },
  attemptId: { schema: v.string(), description: 'Id of an attempt.', example: RUN_EXAMPLE.attemptId },
};
