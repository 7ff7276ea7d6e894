import * as v from 'valibot';
import { Count, Share } from '../../../platform/http/documents/shown-schemas.ts';
import { Digest } from '../../../platform/values/digest.ts';

/** Body of POST /leases (evaluation 3.11). More than 20 seconds is rejected with 400 (evaluation 5.2). */
export const LeaseBody = v.object({
  runner_versions: v.pipe(v.array(Digest), v.minLength(1), v.maxLength(100)),
  wait_seconds: v.optional(Count, 0),
});

/** Body of POST /leases/{leaseId}/heartbeat (evaluation 3.11). */
export const HeartbeatBody = v.object({ progress: v.nullish(Share, null) });
