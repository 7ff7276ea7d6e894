import { classify, type RulesToday } from '../../../findings/domain/classify.ts';
import { distinctDifferences, failedCases } from '../../../findings/domain/failed-cases.ts';
import type { Findings, FindingsInput } from '../../../findings/domain/findings.ts';
import type { Services } from '../../../platform/http/api.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { FailedCases, FailedCluster } from '../../../replay/domain/results/failed-cases.ts';

/** What a reader asks failing cases by; empty: any. */
export interface FailingFilter {
  operation: string;
  kind: string;
  subject: string;
}

/** Lists of findings that have not changed, which are the same object (findings/service/findings.ts). */
const listed = new WeakMap<Findings, readonly FailedCluster[]>();

/** The failed cases of a settled round as its findings count them today; undefined before it settles, and when its details have expired. */
export async function failingToday(
  plan: ReplayPlan,
  round: ReplayRound,
  { findings, results, clusters }: Pick<Services, 'findings' | 'results' | 'clusters'>,
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

/** What of the cases that failed when the round settled fails under today's rules, with the differences that are left. */
export const stillFailing = (
  { clusters }: FailedCases,
  rulesOf: (operation: string) => RulesToday,
): readonly FailedCluster[] =>
  clusters.flatMap((cluster) => {
    const differences = cluster.differences.map((one) => ({ ...one, rule: null }));
    const today = classify({ differences, truncated: false }, rulesOf(cluster.operation)).differences;
    return today.length === 0 ? [] : [{ ...cluster, differences: distinctDifferences(today) }];
  });

/** Whether these are the failing cases of today, difference by difference: rules that were removed or look at values make others fail than when the round settled. */
export function saysAllOf(
  failing: readonly FailedCluster[],
  { clusters, rulesOf }: Pick<FindingsInput, 'clusters' | 'rulesOf'>,
): boolean {
  const open = new Map<string, number>();
  const count = (operation: string, differences: FailedCluster['differences'], requests: number) => {
    const key = JSON.stringify([operation, differences]);
    open.set(key, (open.get(key) ?? 0) + requests);
  };
  for (const cluster of clusters) {
    const today = cluster.hasResult ? classify(cluster, rulesOf(cluster.operation)).differences : [];
    if (today.length > 0) count(cluster.operation, distinctDifferences(today), cluster.requests);
  }
  for (const { operation, differences, items } of failing) count(operation, differences, -items.length);
  return [...open.values()].every((requests) => requests === 0);
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

/** One page of cases in the plan's order, and how many there are; each with the cluster that it is of. The first page where rules left no case behind `start`. */
export function pageOfCases(clusters: readonly FailedCluster[], start: number, most: number) {
  const all = clusters.flatMap((cluster) => cluster.items.map((item) => ({ item, cluster })));
  all.sort((a, b) => a.item - b.item);
  const from = start < all.length ? start : 0;
  return { total: all.length, from, cases: all.slice(from, from + most) };
}
