import type { ComparedHeaders } from '../../compare/domain/headers/compared-headers.ts';
import { hintPath, hintText } from '../../findings/domain/hints/hint-texts.ts';
import { isoText, isoTextOrNull } from '../../platform/time/iso-text.ts';
import { countsView } from '../../replay/api/parts/shown-counts.ts';
import { type ReplayPlan, type ReplayRound, reportUrl, runState } from '../../replay/domain/plan.ts';
import { type RoundCalls, roundCallsState } from '../../replay/domain/results/round-calls.ts';
import { runTitle } from '../../replay/domain/run-title.ts';
import type { ListedRun } from '../domain/run-state.ts';
import type { ListedPlan, PlanWithRound, ShownPlan, ShownRound } from './shown-plan.ts';

/** A plan as lists show it; never its passThreshold (spec 2.1). */
export const planView = (plan: ReplayPlan, publicUrl: string): ShownPlan => ({
  planId: plan.planId,
  appId: plan.appId,
  planName: plan.planName,
  title: runTitle(plan),
  branch: plan.build?.branch ?? null,
  commit: plan.build?.commit ?? null,
  scheduleId: plan.scheduleId ?? null,
  operator: plan.operator,
  targetEnv: plan.targetEnv,
  operations: plan.operations?.map(({ operation }) => operation) ?? null,
  caseSource: plan.caseSource,
  caseSourceFrom: isoText(plan.caseFrom),
  caseSourceTo: isoText(plan.caseTo),
  caseCountLimit: plan.caseCountLimit,
  caseSelection: plan.caseSelection ?? 'newest',
  caseTags: plan.caseTags,
  enableMock: plan.enableMock,
  load: plan.load,
  ...(plan.pace !== undefined && { pace: plan.pace }),
  ...(plan.latencyLimit !== undefined && { latencyLimit: plan.latencyLimit }),
  status: plan.status,
  round: plan.round,
  createdAt: isoText(plan.createdAt),
  reportUrl: reportUrl(publicUrl, plan.planId),
});

/** A run as lists show it. */
export function listedPlanView({ plan, round }: ListedRun, publicUrl: string): ListedPlan {
  const result = round?.result;
  return {
    ...planView(plan, publicUrl),
    state: runState(plan, round),
    passRate: result?.passRate ?? null,
    needsAction: result?.findings?.needsAction ?? null,
    toReview: result?.findings?.toReview ?? null,
    startedAt: isoTextOrNull(round?.startedAt ?? null),
    settledAt: isoTextOrNull(result?.settledAt ?? null),
  };
}

/** How the latest round of a plan stands. */
export const roundView = (round: ReplayRound): ShownRound => ({
  requests: round.selection?.requests ?? null,
  shapes: round.selection?.shapes ?? null,
  sessions: round.selection?.sessions ?? null,
  order: round.selection?.order ?? null,
  startedAt: isoTextOrNull(round.startedAt),
  finishedAt: isoTextOrNull(round.finishedAt),
  settledAt: isoTextOrNull(round.result?.settledAt ?? null),
  ...countsView(round.result),
  errorMessage: round.interruption,
});

/** The hints of a round that has settled; none before. */
export const hintsView = ({ appId }: ReplayPlan, { result }: ReplayRound, publicUrl: string): PlanWithRound['hints'] =>
  (result?.hints ?? []).map((hint) => ({
    code: hint.code,
    setting: hint.setting,
    interfaces: hint.interfaces,
    endpoints: hint.endpoints ?? hint.interfaces,
    requests: hint.requests,
    isAtLeast: hint.isAtLeast ?? false,
    ...(hint.cause !== undefined && { cause: hint.cause }),
    ...(hint.leftOut !== undefined && { leftOut: hint.leftOut }),
    expiredAt: isoTextOrNull(hint.expiredAt ?? null),
    message: hintText(hint),
    settingUrl: `${publicUrl}${hintPath(appId, hint)}`,
  }));

/** The headers that are compared. */
export const headersView = ({ compared, ignored }: ComparedHeaders): PlanWithRound['headers'] => ({
  compared: [...compared],
  ignored: [...ignored],
});

/** The downstream calls of a settled round; null before, and in rounds from before they were compared. */
export const callsView = (calls: RoundCalls | undefined): PlanWithRound['calls'] =>
  calls === undefined
    ? null
    : {
        state: roundCallsState(calls),
        requests: {
          answered: calls.requests.answered,
          real: calls.requests.real,
          mixed: calls.requests.mixed,
          notAsked: calls.requests['not asked'],
        },
        answered: calls.recording,
        real: calls.target,
        byDefault: calls.default,
        unanswered: calls.nothing,
        mockMisses: calls.misses,
      };
