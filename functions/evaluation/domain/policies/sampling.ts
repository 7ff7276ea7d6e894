import { createHash } from 'node:crypto';

/**
 * Position of a trace in the sample of a salt, 0 <= position < 1: the top 53 bits of sha256, which a double represents
 * exactly (evaluation 3.13). Samples of one salt are nested: a higher rate contains every trace of a lower rate.
 */
export function samplePosition(salt: string, traceId: string): number {
  const digest = createHash('sha256').update(`eval-sampling/v1\n${salt}\n${traceId}`).digest();
  return Number(digest.readBigUInt64BE(0) >> 11n) / 2 ** 53;
}

/** Whether the sample of a rate contains a position. */
export const isSampled = (position: number, rate: number): boolean => position < rate;
