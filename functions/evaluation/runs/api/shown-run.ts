import * as v from 'valibot';
import { Digest } from '../../../platform/digest.ts';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Share, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { ATTEMPT_STATUSES, REPRODUCIBILITY_CLASSES, RUN_PHASES, RUN_STATUSES } from '../../domain/statuses.ts';
import { EVENT_TYPES } from '../../ledger/domain/event.ts';
import { StatusReason } from '../domain/run.ts';
import { runLinks } from './run-view.ts';

/** Ids of the examples of runs. */
export const RUN_EXAMPLE = {
  runId: 'wrun_01KAFP4G80A1B2C3D4E5F6G7H8',
  attemptId: 'fatt_01KAFP4G80A1B2C3D4E5F6G7H8_001',
  gateDecisionId: 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
  cursor: '41.Yx3m0QeB7k',
  digest: `sha256:${'9a75'.repeat(16)}`,
} as const;

const Links = v.record(v.string(), v.string());
const AttemptStatus = v.picklist(ATTEMPT_STATUSES);
const Class = v.picklist(REPRODUCIBILITY_CLASSES);

/** What POST /runs answers (evaluation 3.7). */
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

/** A run (evaluation 3.7). */
export const ShownRun = named(
  'WorkflowRun',
  v.object({
    workflow_run_id: v.string(),
    workflow_version_digest: Digest,
    lineage_digest: Digest,
    status: v.picklist(RUN_STATUSES),
    phase: v.picklist(RUN_PHASES),
    status_reason: v.nullable(StatusReason),
    trigger: v.object({
      type: v.picklist(['api', 'online_policy', 'backfill']),
      policy_id: v.optional(v.string()),
      policy_version: v.optional(Digest),
      window: v.optional(v.object({ from: Time, to: Time })),
    }),
    labels: v.record(v.string(), v.string()),
    reproducibility_class: Class,
    observed_reproducibility_class: v.nullable(Class),
    baseline: v.nullable(v.object({ ref: v.picklist(['last_passing', 'run']), workflow_run_id: v.string() })),
    input_overrides: v.nullable(v.object({ case_set: Digest })),
    attempts: v.array(v.object({ attempt_id: v.string(), status: AttemptStatus })),
    gate: v.object({
      status: v.picklist(['pending', 'decided', 'not_applicable']),
      decision: v.nullable(v.picklist(['pass', 'fail'])),
      gate_decision_id: v.nullable(v.string()),
    }),
    native_result_artifact: v.nullable(Digest),
    created_by: v.string(),
    created_at: Time,
    started_at: v.nullable(Time),
    completed_at: v.nullable(Time),
    cancel_requested_at: v.nullable(Time),
    version: Count,
    events_cursor: v.string(),
    links: Links,
  }),
);
export const SHOWN_RUN_EXAMPLE: v.InferOutput<typeof ShownRun> = {
  ...{ ...CREATED_RUN_EXAMPLE, lineage_digest: RUN_EXAMPLE.digest, phase: 'queued', status_reason: null },
  ...{ trigger: { type: 'api' }, labels: { branch: 'main' }, reproducibility_class: 'recorded_external' },
  ...{ observed_reproducibility_class: null, baseline: null, input_overrides: null, attempts: [] },
  gate: { status: 'pending', decision: null, gate_decision_id: null },
  ...{ native_result_artifact: null, created_by: EXAMPLE.userName, created_at: EXAMPLE.time, started_at: null },
  ...{ completed_at: null, cancel_requested_at: null, version: 1 },
};

/** An attempt (evaluation 3.8). */
export const ShownAttempt = named(
  'FrameworkAttempt',
  v.object({
    attempt_id: v.string(),
    workflow_run_id: v.string(),
    ordinal: Count,
    retry_of: v.nullable(v.string()),
    status: AttemptStatus,
    status_reason: v.nullable(StatusReason),
    host: v.object({ kind: v.picklist(['managed', 'federated']), host_id: v.string() }),
    runner_version: Digest,
    lease: v.nullable(v.object({ epoch: Count, expires_at: Time })),
    trace_id: v.string(),
    root_span_id: v.string(),
    progress: Share,
    started_at: v.nullable(Time),
    ended_at: v.nullable(Time),
    native_result_artifact: v.nullable(Digest),
    evidence: v.array(v.object({ role: v.string(), digest: Digest })),
    projection: v.object({
      status: v.picklist(['none', 'complete', 'lossy', 'failed']),
      projected_count: Count,
      unsupported_fields: v.array(v.string()),
    }),
    diagnostics: v.array(v.object({ code: v.string(), detail: v.string() })),
    replay: v.nullable(
      v.object({
        plan_id: v.string(),
        status_url: v.string(),
        report_url: v.string(),
        findings_state: v.nullable(v.string()),
      }),
    ),
  }),
);
export const SHOWN_ATTEMPT_EXAMPLE: v.InferOutput<typeof ShownAttempt> = {
  ...{ attempt_id: RUN_EXAMPLE.attemptId, workflow_run_id: RUN_EXAMPLE.runId, ordinal: 1, retry_of: null },
  ...{ status: 'running', status_reason: null, host: { kind: 'managed', host_id: 'managed' } },
  ...{ runner_version: RUN_EXAMPLE.digest, lease: null, trace_id: EXAMPLE.traceId, root_span_id: '00f067aa0ba902b7' },
  ...{ progress: 0.5, started_at: EXAMPLE.time, ended_at: null, native_result_artifact: null },
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

/** An event (evaluation 3.10). */
export const ShownEvent = named(
  'LedgerEvent',
  v.object({
    event_id: v.string(),
    tenant_id: v.string(),
    workflow_run_id: v.optional(v.string()),
    run_sequence: Count,
    run_prev_digest: Digest,
    type: v.string(),
    timestamp: Time,
    schema_version: v.literal('1'),
    producer: v.object({ kind: v.picklist(['kernel', 'host']), host_id: v.optional(v.string()) }),
    payload: v.record(v.string(), v.unknown()),
    digest: Digest,
    sequence: Count,
    prev_chain_digest: Digest,
    chain_digest: Digest,
    provenance: v.optional(v.object({ batch_digest: Digest, keyid: v.string() })),
  }),
);
export const SHOWN_EVENT_EXAMPLE: v.InferOutput<typeof ShownEvent> = {
  ...{ event_id: 'evt_818fa8cd2a91f96c1f2d5f3b1a09b4fb', tenant_id: 'default', workflow_run_id: RUN_EXAMPLE.runId },
  ...{ run_sequence: 1, run_prev_digest: `sha256:${'0'.repeat(64)}`, type: EVENT_TYPES[0], timestamp: EXAMPLE.time },
  ...{ schema_version: '1', producer: { kind: 'kernel' } },
  payload: {
    ...{ workflow_version_digest: RUN_EXAMPLE.digest, reproducibility_class: 'recorded_external' },
    ...{ capability_set_digest: RUN_EXAMPLE.digest, baseline_run_id: null },
  },
  ...{
    digest: RUN_EXAMPLE.digest,
    sequence: 42,
    prev_chain_digest: RUN_EXAMPLE.digest,
    chain_digest: RUN_EXAMPLE.digest,
  },
};

/** Parts of the paths of runs. */
export const RUN_PARAMS = {
  runId: { schema: v.string(), description: 'Id of a run.', example: RUN_EXAMPLE.runId },
  attemptId: { schema: v.string(), description: 'Id of an attempt.', example: RUN_EXAMPLE.attemptId },
};
