import * as v from 'valibot';

/** A secret key among those of one purpose. */
export const RingKey = v.object({ number: v.number(), key: v.string(), madeAt: v.number() });
export type RingKey = v.InferOutput<typeof RingKey>;

/** Makes a key of 32 bytes from two random ids. */
export const newRingKey = (number: number, { now, newId }: { now(): number; newId(): string }): RingKey => ({
  number,
  key: Buffer.from(newId() + newId(), 'hex').toString('base64url'),
  madeAt: now(),
});
