import { createHash } from 'node:crypto';

/**
 * Where a trace stands in the sample of a salt, from 0 to below 1: the top 53 bits of sha256, which a double holds exactly
 * (evaluation 3.13). One salt gives nested samples: whoever is in at a lower rate is in at a higher one.
 */
export function samplePosition(salt: string, traceId: string): number {
  const digest = createHash('sha256').update(`eval-sampling/v1\n${salt}\n${traceId}`).digest();
  return Number(digest.readBigUInt64BE(0) >> 11n) / 2 ** 53;
}

/** Whether a position is in the sample of a rate. */
export const isSampled = (position: number, rate: number): boolean => position < rate;
