import { roundErrorMessage } from '../../findings/domain/round-error-message.ts';
import type { Services } from '../../platform/http/api.ts';
import { type ReplayPlan, type ReplayRound, reportUrl } from '../../replay/domain/plan.ts';
import { progressOf } from '../../replay/domain/progress.ts';

/** Every member of a poll answer (spec 2.3); null until it has a value. */
export const EMPTY_REPLAY_RUN = {
  status: 'UNKNOWN',
  progress: null,
  verdict: null,
  passRate: null,
  totalCases: null,
  successCases: null,
  failedCases: null,
  reportUrl: null,
  findings: null,
  analysis: null,
  errorCode: null,
  errorMessage: null,
};

/** What a poll answers of a replay that has not settled (spec 2.3). */
export async function unfinishedReplayRun(
  plan: ReplayPlan,
  round: ReplayRound,
  { results }: Pick<Services, 'results'>,
) {
  const workers =
    round.startedAt === null || round.finishedAt !== null ? [] : await results.progress(plan.planId, round.round);
  const progress = progressOf(round, workers);
  return plan.status === 'PENDING'
    ? { ...EMPTY_REPLAY_RUN, status: plan.status, progress }
    : { ...EMPTY_REPLAY_RUN, status: 'RUNNING', progress, findings: { state: 'RUNNING' as const } };
}

/** What a poll answers of a replay that has settled (spec 2.3): its stored result, and findings by the rules of today. */
export async function finishedReplayRun(
  plan: ReplayPlan,
  round: ReplayRound,
  services: Pick<Services, 'findings' | 'analyses' | 'config'>,
) {
  const [computed, { analysis }] = await Promise.all([
    services.findings.of(plan, round),
    services.analyses.viewOf(plan, round),
  ]);
  return {
    ...EMPTY_REPLAY_RUN,
    status: 'COMPLETED',
    progress: 1,
    verdict: round.result?.verdict,
    passRate: round.result?.passRate,
    totalCases: round.result?.totalCases,
    successCases: round.result?.successCases,
    failedCases: round.result?.failedCases,
    reportUrl: reportUrl(services.config.publicUrl, plan.planId),
    findings: computed?.findings ?? null,
    analysis,
    errorMessage: roundErrorMessage(round, computed?.findings ?? null),
  };
}
