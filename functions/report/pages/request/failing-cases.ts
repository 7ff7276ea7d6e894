import { failedCases, saysAllOf, stillFailing } from '../../../findings/domain/failed-cases.ts';
import type { Findings } from '../../../findings/domain/findings.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { FailedCluster } from '../../../replay/domain/results/failed-cases.ts';
import { firstFrom } from '../../../replay/domain/results/item-list.ts';
import type { ReportServices } from '../../services.ts';

/** Filter of failing cases. Empty: any. */
export interface FailingFilter {
  operation: string;
  kind: string;
  subject: string;
}

/** Lists of findings that have not changed, which are the same object (findings/service/findings.ts). */
const listed = new WeakMap<Findings, readonly FailedCluster[]>();

/**
 * The failed cases of a settled round as its findings currently count them. Undefined before it settles, and after its
 * details have expired.
 */
export async function currentlyFailing(
  plan: ReplayPlan,
  round: ReplayRound,
  { findings, results, clusters }: Pick<ReportServices, 'findings' | 'results' | 'clusters'>,
): Promise<readonly FailedCluster[] | undefined> {
  if (round.result === null) return undefined;
  const found = await findings.of(plan, round);
  if (found === undefined) return undefined;
  const present = listed.get(found.findings);
  if (present) return present;
  const settled = await results.findFailed(plan.planId, round.round);
  const kept = settled && stillFailing(settled, found.input.rulesOf);
  const failing =
    kept && saysAllOf(kept, found.input)
      ? kept
      : failedCases(found.input, (await clusters.gatherPlaced(plan, round)).itemsOf).clusters;
  listed.set(found.findings, failing);
  return failing;
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
