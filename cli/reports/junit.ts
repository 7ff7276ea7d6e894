import junit, { type Builder, type TestSuite } from 'junit-report-builder';
import { SHORT_STATE_WORDS } from '../../functions/findings/domain/state-words.ts';
import { entriesOf, type FindingsEntry, type Group, type ReportedRun, settledFindings } from './findings-of.ts';

// The package's types declare a `default` that does not exist at run time.
const builder = junit as unknown as Builder;

type Entry = ReturnType<typeof entriesOf>[number];

/**
 * Formats a run as JUnit XML: one suite for the run, whose only case passes when it is CLEAN, and one suite per
 * endpoint with a failure per kind of difference, which states kind, subjects and the number of requests; never a
 * value.
 */
export function junitReport({ planId, run, replayed }: ReportedRun): string {
  const findings = settledFindings(run);
  const report = builder.newBuilder().name('replay');
  const whole = report.testSuite().name('replay').property('planId', planId);
  whole.property('reportUrl', run.reportUrl ?? '');
  const verdict = whole.testCase().className('replay').name('findings.state is CLEAN');
  if (findings === null) {
    verdict.error(`the run is ${run.status}`, run.status);
    return report.build();
  }
  const words = SHORT_STATE_WORDS[findings.state];
  const message = `${findings.state}: ${words.means}. ${words.next}${run.errorMessage ? ` (${run.errorMessage})` : ''}`;
  if (findings.state === 'NEEDS_ACTION' || findings.state === 'REVIEW_ONLY') verdict.failure(message, findings.state);
  else if (findings.state !== 'CLEAN') verdict.error(message, findings.state);

  const byEndpoint = new Map<string, Entry[]>([...(replayed?.keys() ?? [])].map((name) => [name, []]));
  for (const one of entriesOf(findings)) {
    for (const { operationName } of one.entry.interfaces) {
      byEndpoint.set(operationName, [...(byEndpoint.get(operationName) ?? []), one]);
    }
  }
  for (const name of findings.coverage.uncoveredMainOperations) {
    suiteOf(report.testSuite(), name).name('is replayed').failure('a main endpoint was not replayed', 'LOW_COVERAGE');
  }
  for (const [name, entries] of [...byEndpoint].sort(([a], [b]) => (a < b ? -1 : 1))) {
    endpointSuite(report.testSuite(), name, entries);
  }
  return report.build();
}

function endpointSuite(suite: TestSuite, name: string, entries: readonly Entry[]): void {
  suite.name(name);
  if (entries.length === 0) suite.testCase().className(name).name('answers as recorded');
  for (const { group, entry } of entries) {
    const test = suite
      .testCase()
      .className(name)
      .name(`${entry.kind} ${entry.subjects.join(', ')}`);
    test.failure(messageOf(name, group, entry), entry.kind);
  }
}

function suiteOf(suite: TestSuite, name: string) {
  return suite.name(name).testCase().className(name);
}

function messageOf(name: string, group: Group, { kind, subjects, interfaces }: FindingsEntry): string {
  const here = interfaces.find(({ operationName }) => operationName === name);
  const words = group === 'needsAction' ? 'needs action' : 'to review';
  return `${words}: ${kind} ${subjects.join(', ')} in ${here?.affectedRequests ?? 0} of ${here?.totalRequests ?? 0} requests`;
}
