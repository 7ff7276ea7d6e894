import { roundErrorMessage } from '../domain/findings/round-error-message.ts';
import { type ReplayPlan, type ReplayRound, reportUrl } from '../domain/replay/plan.ts';
import { progressOf } from '../domain/replay/progress.ts';
import { type Endpoint, ok, openApiErrors, type Services } from '../http/api.ts';
import { pollReplayRunDoc } from './replay-runs.doc.ts';

/** Every member of a poll answer (spec 2.3); null until it has a value. */
const EMPTY = {
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

/** Progress of a replay and, once it has settled, its result (spec 2.3, 4.2). */
export const pollReplayRun: Endpoint = {
  method: 'GET',
  path: '/openapi/v1/replay-runs/{planId}',
  scope: null,
  errors: openApiErrors,
  doc: pollReplayRunDoc,

  async answer({ params }, services) {
    const plan = await services.plans.find(params.planId ?? '');
    const round = plan && (await services.plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return ok({ ...EMPTY, errorCode: 'NOT_FOUND', errorMessage: 'there is no such plan' });
    if (plan.status !== 'COMPLETED' || round.result === null) return ok(await unfinished(plan, round, services));
    return ok(await finished(plan, round, services));
  },
};

async function unfinished(plan: ReplayPlan, round: ReplayRound, { results }: Services) {
  const workers =
    round.startedAt === null || round.finishedAt !== null ? [] : await results.progress(plan.planId, round.round);
  const progress = progressOf(round, workers);
  return plan.status === 'PENDING'
    ? { ...EMPTY, status: plan.status, progress }
    : { ...EMPTY, status: 'RUNNING', progress, findings: { state: 'RUNNING' } };
}

async function finished(plan: ReplayPlan, round: ReplayRound, services: Services) {
  const [computed, { analysis }] = await Promise.all([
    services.findings.of(plan, round),
    services.analyses.viewOf(plan, round),
  ]);
  return {
    ...EMPTY,
    status: plan.status,
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
