import * as v from 'valibot';

/** The work that the service assigns to a worker (evaluation 3.11). */
export const Lease = v.object({
  lease_id: v.string(),
  lease_epoch: v.number(),
  tenant_id: v.string(),
  attempt: v.object({ attempt_id: v.string(), workflow_run_id: v.string() }),
  workflow_version_digest: v.string(),
  workflow_version: v.record(v.string(), v.unknown()),
  downloads: v.array(
    v.object({
      role: v.string(),
      path: v.optional(v.string()),
      digest: v.string(),
      url: v.string(),
      size_bytes: v.number(),
    }),
  ),
  next_host_sequence: v.number(),
  cancel_requested: v.boolean(),
  deadline_at: v.string(),
});
export type Lease = v.InferOutput<typeof Lease>;

/** The response to a heartbeat. */
export const Renewed = v.object({ cancel_requested: v.boolean() });
