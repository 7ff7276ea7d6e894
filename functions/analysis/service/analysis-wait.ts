import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { isStale, waitSeconds } from '../domain/analysis-time.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';
import type { analysisCompletion } from './analysis-completion.ts';
import type { analysisContents } from './analysis-contents.ts';
import type { analysisStart } from './analysis-start.ts';

/** What a workflow does about the analysis of its round. */
export interface AnalysisRequest {
  /** Seconds to wait before the next check. 0: do not wait. */
  waitSeconds: number;
  /** Whether to start the built-in executor. */
  start: boolean;
}

const NO_WAIT: AnalysisRequest = { waitSeconds: 0, start: false };

interface AnalysisWaitParts extends Pick<World, 'now'> {
  rows: AnalysisRows;
  contents: ReturnType<typeof analysisContents>;
  completion: ReturnType<typeof analysisCompletion>;
  startWrites: ReturnType<typeof analysisStart>;
  waitMs: number;
}

/** How a workflow starts the analysis of its round, and waits for it. */
export function analysisWait({ rows, contents, completion, startWrites, now, waitMs }: AnalysisWaitParts) {
  return {
    /**
     * Starts the automatic analysis of a settled round if one applies and has not started, and returns how long to wait
     * for it. A repeat checks its state.
     */
    async request(plan: ReplayPlan, round: ReplayRound): Promise<AnalysisRequest> {
      for (;;) {
        const found = await rows.find(plan.planId, round.round);
        if (found === undefined) {
          const writes = await startWrites(plan, round, () => contents.of(plan, round));
          if (writes.length === 0) return NO_WAIT;
          await rows.start(writes);
          continue;
        }
        const { row } = found;
        if (row.state !== 'RUNNING') {
          await completion.notify(plan, round);
          return NO_WAIT;
        }
        const at = now();
        if (isStale(row.heartbeatAt, at)) {
          await completion.abort(plan, round, row);
          continue;
        }
        const deadline = (round.result?.settledAt ?? 0) + waitMs;
        return {
          waitSeconds: waitSeconds({ deadline, heartbeatAt: row.heartbeatAt }, at),
          start: row.executor === 'built-in',
        };
      }
    },

    /** Stores the token of a workflow that waits for the end. `over`: the analysis has already ended. */
    async await(plan: ReplayPlan, round: ReplayRound, token: string): Promise<'waiting' | 'over'> {
      if (!(await rows.keepToken(plan.planId, round.round, token))) return 'over';
      const found = await rows.find(plan.planId, round.round);
      // `request` handles a missing heartbeat after the wait, because one may still arrive.
      return found?.row.state === 'RUNNING' ? 'waiting' : 'over';
    },
  };
}
