import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { AnalysisRow } from '../store/analysis-row.ts';
import type { AnalysisRows } from '../store/analysis-rows.ts';

export type AnalysisCompletion = ReturnType<typeof analysisCompletion>;

/**
 * The end of an analysis: once it is durable, the waiting workflow continues and webhooks are notified (spec 6.2.3,
 * 6.2.5).
 */
export function analysisCompletion({
  rows,
  workflows,
  announce,
  log,
}: {
  rows: AnalysisRows;
  /** Enqueues `diagnosed` for the channels. Idempotent. */
  announce(plan: ReplayPlan, round: ReplayRound): Promise<void>;
} & Pick<World, 'workflows' | 'log'>) {
  /** Completes an ended analysis. A repeat, also after a crash in between, does only what is missing. */
  async function notify(plan: ReplayPlan, round: ReplayRound): Promise<void> {
    const found = await rows.find(plan.planId, round.round);
    if (found === undefined || found.row.state === 'RUNNING') return;
    const { token, unannounced } = found.row;
    if (token !== undefined) {
      await workflows.complete(token, {});
      await rows.dropToken(plan.planId, round.round, token);
    }
    if (!unannounced) return;
    await announce(plan, round);
    await rows.change({ ...found.row, unannounced: false });
  }

  return {
    notify,

    /**
     * Ends a RUNNING analysis that was interrupted (spec 2.5, STALE). False if an executor has written to it in the
     * meantime.
     */
    async abort(plan: ReplayPlan, round: ReplayRound, row: AnalysisRow): Promise<boolean> {
      if (!(await rows.change({ ...row, state: 'PARTIAL', reason: 'STALE', setBy: 'service' }))) return false;
      log.warn('analysis aborted', { plan_id: plan.planId, round: round.round, reason: 'STALE' });
      await notify(plan, round);
      return true;
    },
  };
}
