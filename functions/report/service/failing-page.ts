import type { ReplayPlan } from '../../replay/domain/plan.ts';
import type { ResultHead } from '../../replay/domain/results/result-head.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { clusterContains, type FailingRequest } from '../domain/failing-requests.ts';

/** Maximum requests whose results one page of a search reads. */
export const MAX_RESULTS_SEARCHED = 500;
const READ_AT_ONCE = 50;

/** A failing request with its result; without one if the result is damaged. */
export interface FailingRow extends FailingRequest {
  head: ResultHead | undefined;
}

export interface FailingPage {
  rows: FailingRow[];
  /** Index of the first request that was looked at. */
  from: number;
  /** Index at which the next page begins; null after the last request. */
  next: number | null;
}

/**
 * A page of failing requests from an index on. A text is found in endpoint, difference and path; as paths are read from
 * results, a page of a search may be short.
 */
export async function failingPage(
  { results }: { results: Pick<ResultStore, 'headsOf'> },
  { plan, round }: { plan: Pick<ReplayPlan, 'planId' | 'resultShards'>; round: number },
  requests: readonly FailingRequest[],
  { text, from: asked, max }: { text: string; from: number; max: number },
): Promise<FailingPage> {
  const wanted = text.trim().toLowerCase();
  const from = asked < requests.length ? asked : 0;
  const rows: FailingRow[] = [];
  const end = Math.min(requests.length, from + (wanted === '' ? max : MAX_RESULTS_SEARCHED));
  for (let at = from; at < end; at += READ_AT_ONCE) {
    const some = requests.slice(at, Math.min(end, at + READ_AT_ONCE));
    const heads = await results.headsOf(
      plan,
      round,
      some.map(({ item }) => item),
    );
    for (const [index, request] of some.entries()) {
      const head = heads.get(request.item);
      const isWanted = wanted === '' || clusterContains(request.cluster, wanted) || hasPath(head, wanted);
      if (!isWanted) continue;
      rows.push({ ...request, head });
      if (rows.length === max) {
        const next = at + index + 1;
        return { rows, from, next: next < requests.length ? next : null };
      }
    }
  }
  return { rows, from, next: end < requests.length ? end : null };
}

const hasPath = (head: ResultHead | undefined, text: string): boolean =>
  head?.path?.toLowerCase().includes(text) ?? false;
