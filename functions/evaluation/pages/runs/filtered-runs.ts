import type { PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { EvaluationUses } from '../../composition.ts';
import { listOf, RunAnswer } from '../evaluation-answers.ts';
import { answered } from '../evaluation-page.ts';
import { type ListedRun, listedRuns } from './listed-runs.ts';
import { isFiltered, matchesRun, type RunFilter } from './run-filters.ts';

/** A filtered page has at least so many runs, unless the list ends or takes too many reads. */
const MIN_FOUND = 20;
const MAX_READS = 5;

/** A page of the runs that a filter matches, newest first; without a filter, a page of all. */
export async function filteredRuns(
  request: Pick<PageRequest, 'ask' | 'query'>,
  filter: RunFilter,
  services: EvaluationUses<'artifacts' | 'workflowVersions' | 'gateDecisions'>,
): Promise<{ data: ListedRun[]; next_cursor: string | null }> {
  const data: ListedRun[] = [];
  let cursor = request.query.get('cursor');
  for (let reads = 0; reads < (isFiltered(filter) ? MAX_READS : 1); reads++) {
    const page = await answered(request, listOf(RunAnswer), '/api/v1/eval/runs', {
      query: cursor ? { cursor } : {},
    });
    data.push(...(await listedRuns(page.data, services)).filter((one) => matchesRun(one, filter)));
    cursor = page.next_cursor;
    if (cursor === null || data.length >= MIN_FOUND) break;
  }
  return { data, next_cursor: cursor };
}
