import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import type { ShownAttempt } from '../../domain/runs/shown-attempt.ts';
import type { ShownRun } from '../../domain/runs/shown-run.ts';
import { runLinks } from './run-view.ts';

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
