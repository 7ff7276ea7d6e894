import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { HostIdentity } from './host-identity.ts';
import type { Lease } from './lease.ts';

const PAYLOAD_TYPE = 'application/vnd.eval.event-batch.v1+json';
/** Maximum lifetime of a batch. */
const BATCH_MS = 5 * 60_000;

/** Reports an event of the worker's attempt. */
export interface TellEvent {
  type: 'artifact.committed' | 'framework.attempted';
  payload: Record<string, unknown>;
}

/** Returns a DSSE envelope of events (evaluation 3.11) as the text to send: sent again, it is the same batch. */
export function signedBatch(
  events: readonly TellEvent[],
  { host, lease, now }: { host: HostIdentity; lease: Lease; now: number },
): string {
  const timestamp = new Date(now).toISOString();
  const payload = Buffer.from(
    JSON.stringify({
      schema: 'eval.event-batch/v1',
      batch_id: randomUUID(),
      tenant_id: lease.tenant_id,
      host_id: host.host_id,
      workflow_run_id: lease.attempt.workflow_run_id,
      attempt_id: lease.attempt.attempt_id,
      lease_epoch: lease.lease_epoch,
      first_host_sequence: lease.next_host_sequence,
      issued_at: timestamp,
      expires_at: new Date(now + BATCH_MS).toISOString(),
      events: events.map((event, at) => ({ host_sequence: lease.next_host_sequence + at, timestamp, ...event })),
    }),
  );
  // DSSE's pre-authentication encoding.
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.byteLength} `),
    payload,
  ]);
  const { kty, crv, x, d } = host.key;
  const sig = sign(null, signed, createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' }));
  return JSON.stringify({
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: host.keyid, sig: sig.toString('base64') }],
  });
}
