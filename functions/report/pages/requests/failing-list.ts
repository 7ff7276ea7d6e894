import type { Mark } from '../../../findings/store/marks.ts';
import type { ReportServices } from '../../composition.ts';
import { type FailingRequest, filteredClusters, requestsOf } from '../../domain/failing-requests.ts';
import type { FailingRow } from '../../service/failing-page.ts';
import type { ReportedRun } from '../report/report-layout.ts';
import type { RequestsQuery } from './requests-query.ts';
import type { ShownRequestRow } from './requests-table.ts';

/**
 * The failing requests that an address asks for, without its text, or those that are marked as expected. `kept` stay in
 * their list: their marks were made or removed just now.
 */
export async function failingList(
  { plan, round }: ReportedRun,
  asked: RequestsQuery,
  { failingCases, marks }: Pick<ReportServices, 'failingCases' | 'marks'>,
  kept: (marks: readonly Mark[]) => ReadonlySet<number> = () => new Set(),
) {
  const [clusters, all] = await Promise.all([failingCases.of(plan, round), marks.list(plan.planId, round.round)]);
  if (clusters === undefined) return undefined;
  const marked = new Set(all.map(({ item }) => item));
  const stays = kept(all);
  const isListed = ({ item }: FailingRequest) => marked.has(item) === (asked.list === 'expected') || stays.has(item);
  const requests = requestsOf(filteredClusters(clusters, asked)).filter(isListed);
  return { clusters, requests, marked, marks: all };
}

/** A failing request as the list shows it. */
export const failingRow = ({ item, cluster, head }: FailingRow, marked: ReadonlySet<number>): ShownRequestRow => ({
  item,
  operation: cluster.operation,
  method: cluster.method ?? null,
  path: head?.path ?? null,
  state: 'FAILED',
  isMarked: marked.has(item),
  status: { recorded: head?.recordedStatus ?? null, replayed: head?.replayedStatus ?? null },
  durationMs: { recorded: head?.recordedMs ?? null, replayed: head?.replayedMs ?? null },
  differences: cluster.differences,
});
