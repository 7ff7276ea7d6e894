import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../../platform/http/documents/shown-schemas.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { ShownAttempt } from '../../domain/runs/shown-attempt.ts';
import { WorkflowVersion } from '../../domain/workflows/pins.ts';
import { SHOWN_ATTEMPT_EXAMPLE } from '../../runs/api/shown-run.ts';
import { EXAMPLE_WORKFLOW } from '../../workflows/api/workflow-view.ts';
import { HOST_EXAMPLE } from './shown-host.ts';

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

/** A lease as its host receives it (evaluation 3.11). */
export const ShownLease = named(
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

/** ShownLease used in the examples. */
export const LEASE_EXAMPLE = {
  leaseId: `lease_${RUN_EXAMPLE.attemptId.slice('fatt_'.length)}_1`,
  runner: RUN_EXAMPLE.digest,
} as const;

const EXPIRES = '2026-11-20T12:01:00.000Z';

/** An example of it. */
export const SHOWN_LEASE_EXAMPLE: v.InferOutput<typeof ShownLease> = {
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

/** The answer to a heartbeat. */
export const ShownHeartbeat = v.object({
  lease_id: v.string(),
  lease_epoch: Count,
  cancel_requested: v.boolean(),
  expires_at: Time,
});

/** An example of it. */
export const HEARTBEAT_EXAMPLE = {
  lease_id: LEASE_EXAMPLE.leaseId,
  lease_epoch: 1,
  cancel_requested: false,
  expires_at: EXPIRES,
};
