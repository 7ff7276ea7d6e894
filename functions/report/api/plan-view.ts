import { type ReplayPlan, type ReplayRound, reportUrl } from '../../replay/domain/plan.ts';

/** A plan as lists show it; never its passThreshold (spec 2.1). */
export const planView = (plan: ReplayPlan, publicUrl: string) => ({
  planId: plan.planId,
  appId: plan.appId,
  planName: plan.planName,
  operator: plan.operator,
  targetEnv: plan.targetEnv,
  operations: plan.operations?.map(({ operation }) => operation) ?? null,
  caseSource: plan.caseSource,
  caseSourceFrom: new Date(plan.caseFrom).toISOString(),
  caseSourceTo: new Date(plan.caseTo).toISOString(),
  caseCountLimit: plan.caseCountLimit,
  caseTags: plan.caseTags,
  enableMock: plan.enableMock,
  load: plan.load,
  status: plan.status,
  round: plan.round,
  createdAt: new Date(plan.createdAt).toISOString(),
  reportUrl: reportUrl(publicUrl, plan.planId),
});

/** How the latest round of a plan stands. */
export const roundView = (round: ReplayRound) => ({
  requests: round.selection?.requests ?? null,
  startedAt: timeOrNull(round.startedAt),
  finishedAt: timeOrNull(round.finishedAt),
  settledAt: timeOrNull(round.result?.settledAt ?? null),
  verdict: round.result?.verdict ?? null,
  passRate: round.result?.passRate ?? null,
  totalCases: round.result?.totalCases ?? null,
  successCases: round.result?.successCases ?? null,
  failedCases: round.result?.failedCases ?? null,
  errorMessage: round.interruption,
});

const timeOrNull = (time: number | null) => (time === null ? null : new Date(time).toISOString());
