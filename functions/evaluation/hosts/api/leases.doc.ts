import * as v from 'valibot';
import { answers, docs, json, named } from '../../../platform/http/documents/endpoint-doc.ts';
import { problemDocs } from '../../../platform/http/problem.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { HeartbeatBody, LeaseBody } from './lease-body.ts';
import { HEARTBEAT_EXAMPLE, LEASE_EXAMPLE, SHOWN_LEASE_EXAMPLE, ShownHeartbeat, ShownLease } from './shown-lease.ts';

/** What the OpenAPI document says of leases (evaluation 3.11). */
export const leaseDocs = docs('Evaluation hosts', {
  takeLease: {
    summary: 'Lease an attempt',
    description:
      'Returns the oldest waiting attempt that the host may run, by its capabilities, protocol, `runner_versions` and residency. The lease ends after 60 seconds unless a heartbeat renews it. The next host that takes the attempt has the next epoch. Status 204 means that there was no attempt for `wait_seconds`.',
    request: json(named('LeaseToTake', LeaseBody), { runner_versions: [RUN_EXAMPLE.digest], wait_seconds: 0 }),
    responses: { 200: json(ShownLease, SHOWN_LEASE_EXAMPLE), 204: {} },
    refusals: problemDocs('validation_failed', 'invalid_digest'),
  },
  heartbeat: {
    summary: 'Renew a lease for a minute',
    description:
      '`progress` becomes an event at most once in 30 seconds. On `cancel_requested`, stop and publish `cancelled` within a minute.',
    params: { leaseId: { schema: v.string(), description: 'Id of a lease.', example: LEASE_EXAMPLE.leaseId } },
    request: json(HeartbeatBody, { progress: 0.5 }),
    responses: answers(ShownHeartbeat, HEARTBEAT_EXAMPLE),
    refusals: problemDocs('not_found', 'lease_lost', 'validation_failed'),
  },
});
