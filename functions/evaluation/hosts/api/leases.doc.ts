import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Share, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { ShownAttempt } from '../../domain/runs/shown-attempt.ts';
import { WorkflowVersion } from '../../domain/workflows/pins.ts';
import { SHOWN_ATTEMPT_EXAMPLE } from '../../runs/api/shown-run.ts';
import { EXAMPLE_WORKFLOW } from '../../workflows/api/workflow-example.ts';
import { HOST_EXAMPLE } from './hosts.doc.ts';

/** Body of POST /leases (evaluation 3.11). More than 20 seconds is rejected with 400 (evaluation 5.2). */
export const LeaseBody = v.object({
  runner_versions: v.pipe(v.array(Digest), v.minLength(1), v.maxLength(100)),
  wait_seconds: v.optional(Count, 0),
});

/** Body of POST /leases/{leaseId}/heartbeat (evaluation 3.11). */
export const HeartbeatBody = v.object({ progress: v.nullish(Share, null) });

const Download = v.object({
  /** A pin, `case_set`, or `file`. */
  role: v.string(),
  /** Only for a file of the definition. */
  path: v.optional(v.string()),
  digest: Digest,
  url: v.pipe(v.string(), v.url()),
  method: v.literal('GET'),
  expires_at: Time,
  size_bytes: Count,
  media_type: v.string(),
});
const Lease = named(
  'EvaluationLease',
  v.object({
    lease_id: v.string(),
    lease_epoch: Count,
    tenant_id: v.string(),
    attempt: ShownAttempt,
    workflow_version_digest: Digest,
    workflow_version: WorkflowVersion,
    downloads: v.array(Download),
    /** Sequence number of the first event of the next publication. */
    next_host_sequence: Count,
    cancel_requested: v.boolean(),
    expires_at: Time,
    /** Deadline of the attempt. */
    deadline_at: Time,
  }),
);

/** Lease used in the examples. @internal */
export const LEASE_EXAMPLE = {
  leaseId: `lease_${RUN_EXAMPLE.attemptId.slice('fatt_'.length)}_1`,
  runner: RUN_EXAMPLE.digest,
} as const;
const EXPIRES = '2026-11-20T12:01:00.000Z';
const LEASE: v.InferOutput<typeof Lease> = {
  lease_id: LEASE_EXAMPLE.leaseId,
  lease_epoch: 1,
  tenant_id: 'default',
  attempt: {
    ...SHOWN_ATTEMPT_EXAMPLE,
    host: { kind: 'federated', host_id: HOST_EXAMPLE.hostId },
    lease: { epoch: 1, expires_at: EXPIRES },
    evidence: [],
    replay: null,
    progress: 0,
  },
  workflow_version_digest: RUN_EXAMPLE.digest,
  workflow_version: EXAMPLE_WORKFLOW.workflow_version,
  downloads: [
    {
      role: 'framework_definition',
      digest: RUN_EXAMPLE.digest,
      method: 'GET',
      expires_at: EXAMPLE.time,
      url: 'https://replay.shop.internal/blobs/evaluation/2026-11-20/t/default/cas/sha256/ab/abcdef?signature=0a1b',
      size_bytes: 118,
      media_type: 'application/json',
    },
  ],
  next_host_sequence: 1,
  cancel_requested: false,
  expires_at: EXPIRES,
  deadline_at: '2026-11-20T13:00:00.000Z',
};

/** API documentation of taking a lease (evaluation 3.11). */
export const takeLeaseDoc = {
  id: 'takeLease',
  tag: 'Evaluation hosts',
  summary: 'Lease an attempt',
  description:
    'Returns the oldest waiting attempt that the host may run, by its capabilities, protocol, `runner_versions` and residency. The lease ends after 60 seconds unless a heartbeat renews it. The next host that takes the attempt has the next epoch. Status 204 means that there was no attempt for `wait_seconds`.',
  request: json(named('LeaseToTake', LeaseBody), { runner_versions: [RUN_EXAMPLE.digest], wait_seconds: 0 }),
  responses: { 200: json(Lease, LEASE), 204: {} },
  refusals: problemDocs('validation_failed', 'invalid_digest'),
} satisfies EndpointDoc;

const Heartbeat = v.object({
  lease_id: v.string(),
  lease_epoch: Count,
  cancel_requested: v.boolean(),
  expires_at: Time,
});

/** API documentation of lease heartbeats (evaluation 3.11). */
export const heartbeatDoc = {
  id: 'heartbeat',
  tag: 'Evaluation hosts',
  summary: 'Renew a lease for a minute',
  description:
    '`progress` becomes an event at most once in 30 seconds. On `cancel_requested`, stop and publish `cancelled` within a minute.',
  params: {
    leaseId: { schema: v.string(), description: 'Id of a lease.', example: LEASE_EXAMPLE.leaseId },
  },
  request: json(HeartbeatBody, { progress: 0.5 }),
  responses: {
    200: json(Heartbeat, {
      lease_id: LEASE_EXAMPLE.leaseId,
      lease_epoch: 1,
      cancel_requested: false,
      expires_at: EXPIRES,
    }),
  },
  refusals: problemDocs('not_found', 'lease_lost', 'validation_failed'),
} satisfies EndpointDoc;
