import { runState } from '../../replay/domain/plan.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import type { RunFilter } from '../domain/run-filter.ts';
import type { ListedRun } from '../domain/run-state.ts';

/** Maximum runs that one page of a filtered list looks at; its cursor continues behind them. */
export const MAX_RUNS_READ = 1000;
const READ_AT_ONCE = 200;

/** A page of a list of runs. */
export interface RunPage extends RunFilter {
  /** Null: of all applications. */
  appId: string | null;
  limit: number;
  /** `next` of the page before. */
  after: string | null;
}

/**
 * A page of runs, newest first. A filtered one may be short, or empty with a `next`: no index orders runs by branch or
 * state.
 */
export async function filteredRuns(
  plans: Pick<PlanStore, 'list' | 'latestRounds' | 'cursorAfter'>,
  { appId, branch, state, limit, after }: RunPage,
): Promise<{ runs: ListedRun[]; next: string | null }> {
  const isFiltered = branch !== null || state !== null;
  const runs: ListedRun[] = [];
  let next = after;
  for (let read = 0; read < (isFiltered ? MAX_RUNS_READ : 1); ) {
    const page = await plans.list({ appId, limit: isFiltered ? READ_AT_ONCE : limit, after: next });
    const ofBranch = page.plans.filter((plan) => branch === null || plan.build?.branch === branch);
    const rounds = await plans.latestRounds(ofBranch);
    for (const [index, plan] of ofBranch.entries()) {
      const round = rounds[index];
      if (state !== null && runState(plan, round) !== state) continue;
      runs.push({ plan, round });
      if (isFiltered && runs.length === limit) {
        const isLast = page.next === null && plan === page.plans.at(-1);
        return { runs: newestFirst(runs), next: isLast ? null : plans.cursorAfter(appId, plan) };
      }
    }
    next = page.next;
    read += READ_AT_ONCE;
    if (next === null) break;
  }
  return { runs: newestFirst(runs), next };
}

/** The index does not order plans of the same second. */
const newestFirst = (runs: readonly ListedRun[]): ListedRun[] =>
  runs.toSorted((a, b) => b.plan.createdAt - a.plan.createdAt);
