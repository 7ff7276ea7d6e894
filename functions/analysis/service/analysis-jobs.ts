import type { World } from '../../platform/world.ts';
import type { PlanStore } from '../../replay/store/plans.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import type { AnalysisJob } from '../domain/analysis-job.ts';
import { isStale } from '../domain/analysis-time.ts';
import type { AnalysisRow } from '../store/analysis-row.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import type { ExecutorConnection } from '../store/executor-connection.ts';
import { jobMaterial } from './job-material.ts';

/** Waiting jobs per read. */
const PAGE = 10;

export type AnalysisJobs = ReturnType<typeof analysisJobs>;

/** Rounds that wait for an external executor (interface 2.5). */
export function analysisJobs({
  rows,
  executors,
  plans,
  results,
  work,
  now,
}: {
  rows: AnalysisRows;
  executors: ExecutorConnection;
  plans: PlanStore;
  results: ResultStore;
} & Pick<World, 'work' | 'now'>) {
  const material = jobMaterial({ results, work });

  /** Assigns the oldest waiting job. At most one of several concurrent callers gets it. */
  async function take(executorId: string): Promise<AnalysisRow | undefined> {
    for (;;) {
      const { items } = await rows.waitingJobs(PAGE);
      if (items.length === 0) return undefined;
      let missed = 0;
      for (const { planId, round } of items) {
        const found = await rows.find(String(planId), Number(round));
        if (found === undefined || found.row.state !== 'RUNNING' || found.row.claimedBy !== null) {
          missed++;
        } else if (isStale(found.row.heartbeatAt, now())) {
          await rows.change(found.row);
        } else if (await rows.change({ ...found.row, claimedBy: executorId, heartbeatAt: now() })) {
          return found.row;
        }
      }
      // All of them were assigned just now and the index is not updated yet. The next claim reads again.
      if (missed === items.length) return undefined;
    }
  }

  return {
    isConnected: executors.isConnected,

    /** The oldest unclaimed job. Null if there is none. The executor counts as connected from now on. */
    async claim(executorId: string): Promise<AnalysisJob | null> {
      await executors.connect(now());
      for (;;) {
        const taken = await take(executorId);
        if (taken === undefined) return null;
        const [plan, failed] = await Promise.all([
          plans.find(taken.planId),
          results.findFailed(taken.planId, taken.round),
        ]);
        if (plan && failed)
          return { planId: taken.planId, round: taken.round, ...(await material(plan, taken.round, failed)) };
      }
    },
  };
}
