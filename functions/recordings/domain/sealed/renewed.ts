import type { Sealer } from './sealer.ts';

/**
 * A stored payload with everything sealed under the sealing key, as values can only be compared under one key. Between a
 * rotation of keys and the sealing of all cases again, payloads of older keys are left.
 */
export const renewed = <Payload>(payload: Payload, sealer: Pick<Sealer, 'keys' | 'renew'>): Payload =>
  // The same type: only texts inside strings change.
  sealer.keys.includes(',') ? (JSON.parse(sealer.renew(JSON.stringify(payload))) as Payload) : payload;
