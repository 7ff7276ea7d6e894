import { createHash } from 'node:crypto';
import type { AgentConfig } from '../core/agent-config.ts';

const MINUTE = 60_000;

/**
 * Chooses the requests to record: a fraction that follows from the trace id, so that services of one trace choose
 * alike, and at most so many per minute. A request without a trace (null) is drawn by chance.
 */
export function samplingOf(
  { sample, samplePerMinute }: Pick<AgentConfig, 'sample' | 'samplePerMinute'>,
  { now, random }: { now(): number; random(): number },
): (traceId: string | null) => boolean {
  let minute = 0;
  let taken = 0;
  return (traceId) => {
    if (!(sample > 0)) return false;
    const current = Math.floor(now() / MINUTE);
    if (current !== minute) {
      minute = current;
      taken = 0;
    }
    if (taken >= samplePerMinute) return false;
    // Last, because the share of a trace is a hash.
    if (sample < 1 && !((traceId === null ? random() : shareOf(traceId)) < sample)) return false;
    taken++;
    return true;
  };
}

/** As `replay record` draws its sample. */
const shareOf = (traceId: string): number =>
  Number.parseInt(createHash('sha256').update(`sample ${traceId}`).digest('hex').slice(0, 8), 16) / 2 ** 32;
