import type { SettledState } from '../../functions/findings/domain/findings.ts';
import { findingsTable } from './findings-table.ts';
import type { FinishedRun } from './replay-run.ts';
import type { RunCalls } from './service-client.ts';

/** What a finished run says about the build (spec 3.2). */
const STATES: Readonly<Record<SettledState, string>> = {
  NO_CASES: 'there was nothing to replay.',
  INTERRUPTED: 'the run was interrupted.',
  ENVIRONMENT_FAILURE: 'the new build or its environment does not work.',
  NEEDS_ACTION: 'the new build breaks something. Do not release it.',
  REVIEW_ONLY: 'review the changes before the release.',
  LOW_COVERAGE: 'no problem found, but too little was replayed to be sure.',
  CLEAN: 'the new build answers as production does.',
};

/** State, verdict, counts, downstream calls, findings and the URL of the report, each with its meaning. */
export function runSummary({ findings, ...run }: FinishedRun, calls: RunCalls): string {
  const { state, scope, excludedFieldCount } = findings;
  return [
    `  state ${state}: ${STATES[state]}`,
    ...(run.errorMessage === null ? [] : [`  ${run.errorMessage}`]),
    `  verdict ${run.verdict}: ${run.successCases} of ${run.totalCases} requests were answered as recorded, ${run.failedCases} were not.`,
    `  ${scope.interfacesUnchanged} of ${scope.interfacesReplayed} endpoints are unchanged; rules ignored ${excludedFieldCount} fields.`,
    `  ${calls.answered} downstream calls were answered from the recording, ${calls.real} were made for real, ${calls.mockMisses} had no recording.`,
    '',
    findingsTable(findings),
    '',
    `  Report: ${run.reportUrl}`,
  ].join('\n');
}
