import type { Mark } from '../../../findings/store/marks.ts';
import type { FailedCluster } from '../../../replay/domain/results/failed-cases.ts';
import { firstFrom } from '../../../replay/domain/results/item-list.ts';

/** Failing cases that no person has marked as expected. */
export function withoutMarked(
  clusters: readonly Pick<FailedCluster, 'items'>[],
  marks: readonly Pick<Mark, 'item'>[],
): readonly Pick<FailedCluster, 'items'>[] {
  if (marks.length === 0) return clusters;
  const marked = new Set(marks.map(({ item }) => item));
  return clusters.map(({ items }) => ({ items: items.filter((item) => !marked.has(item)) }));
}

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
