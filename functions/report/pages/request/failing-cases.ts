import type { FailedCluster } from '../../../replay/domain/results/failed-cases.ts';
import { firstFrom } from '../../../replay/domain/results/item-list.ts';

/** Filter of failing cases. Empty: any. */
export interface FailingFilter {
  operation: string;
  method: string;
  kind: string;
  subject: string;
}

/** The failing cases that a reader asked for. */
export const filteredCases = (
  clusters: readonly FailedCluster[],
  { operation, method, kind, subject }: FailingFilter,
) =>
  clusters.filter(
    (cluster) =>
      (operation === '' || cluster.operation === operation) &&
      (method === '' || cluster.method === method) &&
      cluster.differences.some(
        (one) => (kind === '' || one.kind === kind) && (subject === '' || one.subject === subject),
      ),
  );

/** The nearest failing cases before and after a position of the plan. Null if there is none. */
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

/** One page of cases in the plan's order, and how many there are; each with the cluster that it is of. The first page where rules left no case behind `start`. */
export function pageOfCases(clusters: readonly FailedCluster[], start: number, max: number) {
  const all = clusters.flatMap((cluster) => cluster.items.map((item) => ({ item, cluster })));
  all.sort((a, b) => a.item - b.item);
  const from = start < all.length ? start : 0;
  return { total: all.length, from, cases: all.slice(from, from + max) };
}
