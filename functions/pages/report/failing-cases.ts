import type { FailedCases, FailedCluster } from '../../domain/analysis/failed-cases.ts';
import { classify, type RulesToday } from '../../domain/findings/classify.ts';

/** What a reader asks failing cases by; empty: any. */
export interface FailingFilter {
  operation: string;
  kind: string;
  subject: string;
}

/** Failed cases of a round that still fail under today's rules. */
export function failingToday(
  { clusters }: FailedCases,
  rulesOf: (operation: string) => RulesToday,
): readonly FailedCluster[] {
  return clusters.filter(
    ({ operation, differences }) =>
      classify(
        { differences: differences.map((one) => ({ ...one, rule: null })), truncated: false },
        rulesOf(operation),
      ).differences.length > 0,
  );
}

/** Those of them that a reader asked for. */
export const filteredCases = (clusters: readonly FailedCluster[], { operation, kind, subject }: FailingFilter) =>
  clusters.filter(
    (cluster) =>
      (operation === '' || cluster.operation === operation) &&
      cluster.differences.some(
        (one) => (kind === '' || one.kind === kind) && (subject === '' || one.subject === subject),
      ),
  );

/** The nearest failing cases before and behind a position of the plan; null where there is none. */
export function neighboursOf(
  clusters: readonly Pick<FailedCluster, 'items'>[],
  item: number,
): { previous: number | null; next: number | null } {
  let previous: number | null = null;
  let next: number | null = null;
  for (const { items } of clusters) {
    const at = firstFrom(items, item);
    const before = items[at - 1];
    const behind = items[at] === item ? items[at + 1] : items[at];
    if (before !== undefined && before > (previous ?? -1)) previous = before;
    if (behind !== undefined && behind < (next ?? Number.POSITIVE_INFINITY)) next = behind;
  }
  return { previous, next };
}

/** Index of the first position that is not below `item`. */
function firstFrom(ascending: readonly number[], item: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < item) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** One page of cases in the plan's order, and how many there are; each with the cluster that it is of. */
export function pageOfCases(clusters: readonly FailedCluster[], start: number, most: number) {
  const all = clusters.flatMap((cluster) => cluster.items.map((item) => ({ item, cluster })));
  all.sort((a, b) => a.item - b.item);
  return { total: all.length, cases: all.slice(start, start + most) };
}
