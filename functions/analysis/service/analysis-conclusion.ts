import type { World } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { AnalysisRow, AnalysisRows } from '../store/analysis-rows.ts';

export type AnalysisConclusion = ReturnType<typeof analysisConclusion>;

/** The end of an analysis: once it is durable, the workflow that waits goes on and webhooks are told (spec 6.2.3, 6.2.5). */
export function analysisConclusion({
  rows,
  workflows,
  announce,
  log,
}: {
  rows: AnalysisRows;
  /** Puts `diagnosed` in line for the channels; a repeat adds nothing. */
  announce(plan: ReplayPlan, round: ReplayRound): Promise<void>;
} & Pick<World, 'workflows' | 'log'>) {
  /** Does what is still to be done of an analysis that is over; a repeat, also after a crash in between, does only what is left. */
  async function tell(plan: ReplayPlan, round: ReplayRound): Promise<void> {
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
    tell,

    /** Ends a RUNNING analysis that was interrupted (spec 2.5, STALE); false when somebody wrote of it meanwhile. */
    async breakOff(plan: ReplayPlan, round: ReplayRound, row: AnalysisRow): Promise<boolean> {
      if (!(await rows.change({ ...row, state: 'PARTIAL', reason: 'STALE', setBy: 'service' }))) return false;
      log.warn('analysis broken off', { plan_id: plan.planId, round: round.round, reason: 'STALE' });
      await tell(plan, round);
      return true;
    },
  };
}
