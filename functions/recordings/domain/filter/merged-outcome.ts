import type { HostCount } from './host-counts.ts';
import { type LeftOut, MAX_SAMPLES } from './left-out.ts';

/** Sums what was left out of several files, or parts of one, by reason. */
export function mergedLeftOut<T extends Pick<LeftOut, 'rule' | 'count' | 'samples'>>(
  lists: readonly (readonly T[])[],
): T[] {
  const merged = new Map<string, T>();
  for (const one of lists.flat()) {
    const before = merged.get(one.rule);
    const samples = [...new Set([...(before?.samples ?? []), ...one.samples])].slice(0, MAX_SAMPLES);
    merged.set(one.rule, { ...one, count: one.count + (before?.count ?? 0), samples });
  }
  return [...merged.values()];
}

/** Sums the hosts of several files, or parts of one; those with the most eligible exchanges come first. */
export function mergedHosts<T extends HostCount & { selected: boolean }>(lists: readonly (readonly T[])[]): T[] {
  const merged = new Map<string, T>();
  for (const one of lists.flat()) {
    const before = merged.get(one.host);
    merged.set(one.host, {
      ...one,
      exchanges: one.exchanges + (before?.exchanges ?? 0),
      eligible: one.eligible + (before?.eligible ?? 0),
      selected: one.selected || before?.selected === true,
    });
  }
  return [...merged.values()].sort((a, b) => b.eligible - a.eligible || b.exchanges - a.exchanges);
}
