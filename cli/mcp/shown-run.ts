import type { ReplayRun } from '../../client/paths.ts';
import { shortStateText } from '../../functions/findings/domain/summary/short-state-text.ts';
import { settledFindings } from '../../functions/report/domain/export/exported-run.ts';
import { type RunFacts, runFactsOf } from '../reports/run-facts.ts';
import type { Session } from '../session.ts';

/** A run for a model: its state and what that means, counts, and hints on causes with the setting that fixes them. */
export async function shownRun(session: Session, planId: string, run: ReplayRun) {
  const findings = settledFindings(run);
  if (findings === null)
    return { planId, status: run.status, progress: run.progress, next: 'Call get_run again until it has completed.' };
  const { state, scope, coverage, needsAction, toReview, omitted } = findings;
  const { means, next } = shortStateText(findings);
  const { title, hints, calls } = await runFactsOf(session, planId);
  return {
    planId,
    title,
    status: run.status,
    state,
    means,
    next,
    errorMessage: run.errorMessage,
    requests: { total: run.totalCases, asRecorded: run.successCases, failed: run.failedCases },
    endpoints: { inScope: scope.interfacesInScope, replayed: scope.interfacesReplayed },
    findings: {
      needsAction: needsAction.length + (omitted?.needsAction ?? 0),
      toReview: toReview.length + (omitted?.toReview ?? 0),
    },
    uncoveredMainOperations: coverage.uncoveredMainOperations,
    hints: hints.map(shownHint),
    downstreamCalls: calls?.state ?? null,
    reportUrl: run.reportUrl,
  };
}

const shownHint = ({ code, setting, message, settingUrl, requests }: RunFacts['hints'][number]) => ({
  code,
  message,
  requests,
  setting,
  settingUrl,
});
