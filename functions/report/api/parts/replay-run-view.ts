import { roundErrorMessage } from '../../../findings/domain/round-error-message.ts';
import { countsView, NO_COUNTS } from '../../../replay/api/parts/shown-counts.ts';
import { type ReplayPlan, type ReplayRound, reportUrl } from '../../../replay/domain/plan.ts';
import { progressOf } from '../../../replay/domain/progress.ts';
import type { ReportServices } from '../../composition.ts';
import type { ReplayRun } from '../shown-replay-run.ts';

/** Every member of a poll answer (spec 2.3); null until it has a value. */
export const EMPTY_REPLAY_RUN: ReplayRun = {
  status: 'UNKNOWN',
  progress: null,
  ...NO_COUNTS,
  reportUrl: null,
  findings: null,
  analysis: null,
  errorCode: null,
  errorMessage: null,
};

/** Poll response of a replay that has not settled (spec 2.3). */
export async function unfinishedReplayRun(
  plan: ReplayPlan,
  round: ReplayRound,
  { results }: Pick<ReportServices, 'results'>,
): Promise<ReplayRun> {
  const workers =
    round.startedAt === null || round.finishedAt !== null ? [] : await results.progress(plan.planId, round.round);
  const progress = progressOf(round, workers);
  return plan.status === 'PENDING'
    ? { ...EMPTY_REPLAY_RUN, status: plan.status, progress }
    : { ...EMPTY_REPLAY_RUN, status: 'RUNNING', progress, findings: { state: 'RUNNING' } };
}

/** Poll response of a settled replay (spec 2.3): its stored result, and findings by the current rules. */
export async function finishedReplayRun(
  plan: ReplayPlan,
  round: ReplayRound,
  services: Pick<ReportServices, 'findings' | 'analyses' | 'config'>,
): Promise<ReplayRun> {
  const [computed, { analysis }] = await Promise.all([
    services.findings.latestOf(plan, round),
    services.analyses.viewOf(plan, round),
  ]);
  return {
    ...EMPTY_REPLAY_RUN,
    status: 'COMPLETED',
    progress: 1,
    ...countsView(round.result),
    reportUrl: reportUrl(services.config.publicUrl, plan.planId),
    findings: computed?.findings ?? null,
    ...(computed?.findingsPending && { findingsPending: true }),
    analysis,
    errorMessage: roundErrorMessage(round, computed ?? null),
  };
}
