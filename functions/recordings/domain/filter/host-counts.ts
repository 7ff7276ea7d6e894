/** How often a file names a host. */
export interface HostCount {
  host: string;
  exchanges: number;
  /** Exchanges that the rules and patterns take, before the sample. */
  eligible: number;
}

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
