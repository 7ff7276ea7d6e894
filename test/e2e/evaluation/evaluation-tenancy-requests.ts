import type { Endpoint } from '../../../functions/platform/http/api.ts';
import type { OpenedHost, TenantIds } from '../../support/evaluation/evaluation-tenant.ts';
import { envelopeOf } from '../../support/stages/federated-stage.ts';

/** A body that names objects of one tenant, `of`, sent with the credentials and ids of another. */
export interface NamingBody {
  /** Status of the response, for another tenant's object and for one that does not exist. */
  status: number;
  body(of: TenantIds, own: TenantIds, host: OpenedHost): unknown;
  headers?: Record<string, string>;
}

/** Value of a path parameter. Fails for a parameter that this list does not contain. */
export function partsOf({ path }: Pick<Endpoint, 'path'>, ids: TenantIds, part: string): string {
  if (part === 'digest') return path.includes('/workflows/') ? ids.workflowDigest : ids.artifactDigest;
  const id = (ids as Record<string, string>)[part]; // the names of the list cover those of the paths
  if (id === undefined) throw new Error(`the walk has no id for {${part}} of ${path}`);
  return id;
}

/** Query parameters that do not name an object of a tenant. */
export const HARMLESS: ReadonlySet<string> = new Set([
  ...['limit', 'cursor', 'status', 'order', 'created_after', 'created_before', 'type', 'wait_seconds'],
  ...['source', 'origin', 'data_type', 'from', 'to', 'name', 'format', 'target_type'],
]);

/** Filters that name objects of a tenant, by the path of their list. */
export const QUERIES: Readonly<Record<string, readonly ((of: TenantIds) => Record<string, string>)[]>> = {
  '/api/v1/eval/runs': [
    ({ workflowDigest }) => ({ workflow_version_digest: workflowDigest }),
    ({ lineageDigest }) => ({ lineage_digest: lineageDigest }),
  ],
  '/api/v1/eval/events': [({ runId }) => ({ workflow_run_id: runId })],
  '/api/v2/scores': [
    ({ runId }) => ({ workflow_run_id: runId }),
    ({ traceId }) => ({ target_type: 'trace', target_id: traceId }),
    ({ attemptId }) => ({ target_type: 'framework_attempt', target_id: attemptId }),
  ],
  '/api/v1/scores': [
    ({ traceId }) => ({ trace_id: traceId }),
    ({ traceId }) => ({ span_id: traceId }),
    ({ traceId }) => ({ session_id: traceId }),
  ],
};

const score = (more: object) => ({ target_type: 'trace', target_id: 'trace-of-ours', name: 'n', value: 1, ...more });
const pinsOf = (of: TenantIds) => ({
  framework_definition: { digest: of.definitionDigest },
  runner: { version: of.artifactDigest },
  subject: { version: of.subjectDigest },
  environment: { version: of.environmentDigest },
  gate_policy: { version: of.policyDigest },
});

/** A batch signed by the caller's host, about any attempt. */
function envelope(of: { runId: string; attemptId: string; tenant: string }, { hostId, key }: OpenedHost) {
  const [now, soon] = [Date.now(), Date.now() + 60_000].map((at) => new Date(at).toISOString());
  const batch = {
    schema: 'eval.event-batch/v1',
    batch_id: 'b-1',
    tenant_id: of.tenant,
    host_id: hostId,
    workflow_run_id: of.runId,
    attempt_id: of.attemptId,
    lease_epoch: 1,
    first_host_sequence: 1,
    issued_at: now,
    expires_at: soon,
    events: [
      { host_sequence: 1, type: 'framework.attempted', timestamp: now, payload: { status: 'running', progress: 0.5 } },
    ],
  };
  return envelopeOf(JSON.stringify(batch), key);
}

/** A policy of the caller that names another tenant's objects. */
const policy = (workflow_version_digest: string) => ({
  name: 'n',
  enabled: false,
  allow_live: true,
  filter: { app_id: 'bravo-shop' },
  workflow_version_digest,
  sampling: { rate: 1 },
  schedule: { every_s: 3600 },
});
const WINDOW = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T12:00:00.000Z' };

/** Bodies of routes with path parameters that name no object. */
export const PLAIN_BODIES: Readonly<Record<string, (host: OpenedHost) => unknown>> = {
  'POST /api/v1/eval/hosts/{hostId}/keys': ({ key }) => ({ public_key_jwk: key.jwk }),
  'POST /api/v1/eval/leases/{leaseId}/heartbeat': () => ({ progress: 0.5 }),
  'POST /api/v1/eval/online-policies/{policyId}/run': () => WINDOW,
  'POST /api/v1/eval/online-policies/{policyId}/backfills': () => ({ ...WINDOW, max_targets: 10 }),
};

/**
 * Bodies that name objects of a tenant, by route. The first body of a route with path parameters is also sent to the
 * other tenant's path.
 */
export const BODIES: Readonly<Record<string, readonly NamingBody[]>> = {
  'POST /api/v1/eval/artifacts': [
    {
      status: 201,
      body: ({ logDigest }) => ({ kind: 'log', media_type: 'text/plain', digest: logDigest, size_bytes: 12 }),
    },
    {
      status: 422,
      body: ({ runId }) => ({ kind: 'log', media_type: 'text/plain', content: 1, workflow_run_id: runId }),
    },
    {
      status: 422,
      body: ({ attemptId }) => ({ kind: 'log', media_type: 'text/plain', content: 1, attempt_id: attemptId }),
    },
  ],
  'POST /api/v1/eval/resolve': [{ status: 200, body: pinsOf }],
  'POST /api/v1/eval/workflows/validate': [
    { status: 404, body: ({ workflowDigest }) => ({ workflow_version_digest: workflowDigest }) },
    { status: 200, body: pinsOf },
  ],
  'POST /api/v1/eval/runs': [
    { status: 404, body: ({ workflowDigest }) => ({ workflow_version_digest: workflowDigest }) },
    {
      status: 422,
      body: ({ runId }, { workflowDigest }) => ({ workflow_version_digest: workflowDigest, baseline_run_id: runId }),
    },
  ],
  'POST /api/v1/eval/runs/{runId}/gate-decisions': [
    { status: 201, body: ({ policyDigest }) => ({ gate_policy: { version: policyDigest } }) },
  ],
  'POST /api/v2/scores': [
    { status: 422, body: ({ runId }) => score({ target_type: 'workflow_run', target_id: runId }) },
    { status: 422, body: ({ attemptId }) => score({ target_type: 'framework_attempt', target_id: attemptId }) },
    { status: 422, body: ({ configId }) => score({ config_id: configId }) },
    { status: 201, body: ({ scoreId }) => score({ score_id: scoreId }) },
    { status: 201, body: ({ scoreId }) => score({ supersedes: scoreId }) },
  ],
  'POST /api/v1/scores': [
    { status: 422, body: ({ configId }) => ({ trace_id: 't', name: 'n', numeric_value: 1, config_id: configId }) },
  ],
  'POST /api/v2/score-configs': [
    { status: 201, body: ({ configId }) => ({ config_id: configId, name: 'n', data_type: 'numeric' }) },
  ],
  'POST /api/v1/eval/hosts': [
    {
      status: 201,
      body: ({ runnerDigest }, _, { key }) => ({
        name: 'h',
        public_key_jwk: key.jwk,
        runner_versions: [runnerDigest],
        protocol: { min: 1, max: 1 },
      }),
    },
  ],
  'POST /api/v1/eval/hosts/token': [
    { status: 401, body: async ({ hostId }, _, { assertion }) => ({ assertion: await assertion(hostId) }) },
  ],
  'POST /api/v1/eval/leases': [{ status: 204, body: ({ runnerDigest }) => ({ runner_versions: [runnerDigest] }) }],
  'POST /api/v1/eval/online-policies': [{ status: 404, body: ({ workflowDigest }) => policy(workflowDigest) }],
  'PATCH /api/v1/eval/online-policies/{policyId}': [
    {
      status: 404,
      body: ({ workflowDigest }) => ({ workflow_version_digest: workflowDigest }),
      headers: { 'if-match': '"2"' },
    },
  ],
  'POST /api/v1/eval/events/publish': [
    {
      status: 403,
      body: ({ leasedRunId, leasedAttemptId }, _, host) =>
        envelope({ tenant: 'acme', runId: leasedRunId, attemptId: leasedAttemptId }, host),
    },
    {
      status: 403,
      body: ({ leasedRunId, leasedAttemptId }, _, host) =>
        envelope({ tenant: 'bravo', runId: leasedRunId, attemptId: leasedAttemptId }, host),
    },
  ],
};
