import { expectationId } from '../../../compare/domain/expected/expectation-ids.ts';
import type { FindingTotals } from '../../../findings/domain/findings.ts';
import { roundErrorMessage } from '../../../findings/domain/round-error-message.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { countsView, NO_COUNTS } from '../../../replay/api/parts/shown-counts.ts';
import { type ReplayPlan, type ReplayRound, reportUrl } from '../../../replay/domain/plan.ts';
import { progressOf } from '../../../replay/domain/progress.ts';
import type { ReportServices } from '../../composition.ts';
import { reportedFindings } from '../../domain/reported-findings.ts';
import { type CoveredChange, MAX_COVERED, type ReplayRun } from '../shown-replay-run.ts';

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

/** Poll response of a settled replay. */
interface SettledReplayRun {
  run: ReplayRun;
  /** Whether it depends on stored rows only: nothing is computed or waited for that changes it with time. */
  isFinal: boolean;
}

/** Poll response of a settled replay (spec 2.3), and whether the next one may differ without a write. */
export async function settledReplayRun(
  plan: ReplayPlan,
  round: ReplayRound,
  services: Pick<ReportServices, 'findings' | 'analyses' | 'config' | 'rules'>,
): Promise<SettledReplayRun> {
  const [computed, { analysis }] = await Promise.all([
    services.findings.latestOf(plan, round),
    services.analyses.viewOf(plan, round),
  ]);
  const run: ReplayRun = {
    ...EMPTY_REPLAY_RUN,
    status: 'COMPLETED',
    progress: 1,
    ...countsView(round.result),
    reportUrl: reportUrl(services.config.publicUrl, plan.planId),
    findings: computed ? reportedFindings(plan, computed) : null,
    ...(computed?.findingsPending && { findingsPending: true }),
    ...(computed && (await expectedView(plan, computed.totals, services))),
    analysis,
    errorMessage: roundErrorMessage(round, computed ?? null),
  };
  // While rules are pending, a query may continue to compare (recompare.ts); an analysis that runs or is stale goes by
  // a clock.
  const isComputed = computed !== undefined && !computed.findingsPending && !computed.rulesPending;
  return { run, isFinal: isComputed && analysis?.state !== 'RUNNING' && analysis?.reason !== 'STALE' };
}

/** What is expected in a run, and by whom; nothing where nothing is. */
async function expectedView(
  { appId }: ReplayPlan,
  { expected: { requests, changes } }: Pick<FindingTotals, 'expected'>,
  { rules }: Pick<ReportServices, 'rules'>,
): Promise<Pick<ReplayRun, 'expected' | 'expectedChanges'>> {
  if (requests === 0) return {};
  if (changes.length === 0) return { expected: requests };
  const known = new Map((await rules.expected(appId)).map((one) => [one.ruleId, one]));
  const covered = changes.flatMap((change): CoveredChange[] => {
    const found = known.get(change.ruleId);
    if (found === undefined) return [];
    const { ruleId, operation, kind, subject, createdBy, since, note = null } = found;
    const id = expectationId(ruleId);
    return [{ id, operation, kind, subject, requests: change.requests, createdBy, since: isoText(since), note }];
  });
  const listed = covered.sort((a, b) => b.requests - a.requests).slice(0, MAX_COVERED);
  return { expected: requests, ...(listed.length > 0 && { expectedChanges: listed }) };
}

/** Poll response of a settled replay (spec 2.3): its stored result, and findings by the current rules. */
export const finishedReplayRun = async (...given: Parameters<typeof settledReplayRun>): Promise<ReplayRun> =>
  (await settledReplayRun(...given)).run;
