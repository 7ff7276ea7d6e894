import * as v from 'valibot';
import { Count } from '../../../platform/values/shown-values.ts';
/** How often a file names a host. */
export const HostCount = v.object({
  host: v.string(),
  exchanges: Count,
  /** Exchanges that the rules and patterns take, before the sample. */
  eligible: Count,
});
export type HostCount = v.InferOutput<typeof HostCount>;

/** Counts the exchanges of each host. */
export function hostCounts() {
  const counts = new Map<string, HostCount>();
  return {
    add(host: string | null, isEligible: boolean): void {
      if (host === null) return;
      const count = counts.get(host) ?? { host, exchanges: 0, eligible: 0 };
      counts.set(host, count);
      count.exchanges++;
      if (isEligible) count.eligible++;
    },

    /** The hosts with the most eligible exchanges first; equal ones in the order of the file. */
    inOrder: (): HostCount[] =>
      [...counts.values()].sort((a, b) => b.eligible - a.eligible || b.exchanges - a.exchanges),
  };
}
