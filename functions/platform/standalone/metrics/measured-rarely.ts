import { faultFacts } from '../../fault-facts.ts';
import type { World } from '../../world.ts';

/** Measuring takes at most a hundredth of the time, and rests for a minute at least. @internal */
export const REST = { times: 99, minMs: 60_000 };

/**
 * What takes long to measure, such as the size of a folder. Asking answers with the last measurement, undefined before
 * the first has ended or after one has failed, and starts the next one unless it is too early.
 */
export function measuredRarely(
  measure: () => Promise<number>,
  { elapsed, log }: Pick<World, 'elapsed' | 'log'>,
): () => number | undefined {
  let last: number | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    const startedAt = elapsed();
    nextAt = Number.POSITIVE_INFINITY;
    try {
      last = await measure();
    } catch (fault) {
      last = undefined;
      log.warn('a metric could not be measured', faultFacts(fault));
    }
    const endedAt = elapsed();
    nextAt = endedAt + Math.max(REST.minMs, REST.times * (endedAt - startedAt));
  }

  return () => {
    if (elapsed() >= nextAt) void run();
    return last;
  };
}
