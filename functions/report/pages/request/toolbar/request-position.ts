import type { FailedCluster } from '../../../../replay/domain/results/failed-cases.ts';
import { firstFrom } from '../../../../replay/domain/results/item-list.ts';

/** Where a failing request stands among all failing ones of a run, from 1; null if it does not fail. */
export function positionAmong(
  clusters: readonly Pick<FailedCluster, 'items'>[],
  item: number,
): { position: number | null; total: number } {
  let before = 0;
  let total = 0;
  let isFailing = false;
  for (const { items } of clusters) {
    const at = firstFrom(items, item);
    before += at;
    total += items.length;
    isFailing ||= items[at] === item;
  }
  return { position: isFailing ? before + 1 : null, total };
}
