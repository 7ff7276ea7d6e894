import junit, { type Builder, type TestSuite } from 'junit-report-builder';
import type { Group } from '../../../compare/domain/kinds.ts';
import { endpointName, endpointNames } from '../../../findings/domain/endpoint-labels.ts';
import { type CountedEndpoint, countedEndpoints } from '../../../findings/domain/endpoints/endpoint-counts.ts';
import { countOmitted, type FindingsEntry } from '../../../findings/domain/findings.ts';
import { shortStateText } from '../../../findings/domain/summary/short-state-text.ts';
import {
  entriesOf,
  expectedLines,
  type ReportedRun,
  runningBuildLines,
  secondAnswerLines,
  settledFindings,
} from './exported-run.ts';

// The package's types declare a `default` that does not exist at run time.
const builder = junit as unknown as Builder;

type Entry = ReturnType<typeof entriesOf>[number] & { counted: CountedEndpoint };

/**
 * Formats a run as JUnit XML: one suite for the run, with a case that passes when it is CLEAN and one per condition,
 * and one suite per endpoint and method with a failure per kind of difference, which states kind, subjects and the
 * number of requests; never a value.
 */
export function junitReport({ planId, run, replayed, ...more }: ReportedRun): string {
  const findings = settledFindings(run);
  const report = builder.newBuilder().name('replay');
  const whole = report.testSuite().name('replay').property('planId', planId);
  whole.property('reportUrl', run.reportUrl ?? '');
  const verdict = whole.testCase().className('replay').name('findings.state is CLEAN');
  if (findings === null) {
    verdict.error(`the run is ${run.status}`, run.status);
    return report.build();
  }
  for (const [group, left] of Object.entries(findings.omitted ?? {})) whole.property(`omitted.${group}`, String(left));
  const again = secondAnswerLines(more);
  if (again.length > 0) whole.property('secondAnswers', again.join(' '));
  const beside = runningBuildLines(run);
  if (beside.length > 0) whole.property('runningBuild', beside.join(' '));
  for (const [index, line] of expectedLines(run).entries()) whole.property(`expected.${index}`, line);
  const text = shortStateText(findings);
  const omitted = countOmitted(findings);
  const left = omitted === 0 ? '' : `. ${omitted} more ${omitted === 1 ? 'finding is' : 'findings are'} not listed`;
  const message = `${findings.state}: ${text.means}. ${text.next}${run.errorMessage ? ` (${run.errorMessage})` : ''}${left}`;
  if (findings.state === 'NEEDS_ACTION' || findings.state === 'REVIEW_ONLY') verdict.failure(message, findings.state);
  else if (findings.state !== 'CLEAN') verdict.error(message, findings.state);

  conditionCases(whole, more.conditions);

  const byEndpoint = new Map<string, Entry[]>([...(replayed?.keys() ?? [])].map((name) => [name, []]));
  for (const one of entriesOf(findings)) {
    for (const endpoint of one.entry.interfaces) {
      for (const counted of countedEndpoints([endpoint])) {
        const names =
          counted.method === null ? endpointNames(endpoint) : [endpointName(counted.operationName, counted.method)];
        for (const name of names) byEndpoint.set(name, [...(byEndpoint.get(name) ?? []), { ...one, counted }]);
      }
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

/** A case per condition of the pipeline: a failure where it holds, an error where it is undecided. */
function conditionCases(suite: TestSuite, conditions: ReportedRun['conditions'] = []): void {
  for (const { condition, outcome, message } of conditions) {
    const test = suite.testCase().className('replay').name(`not ${condition}`);
    if (outcome === 'holds') test.failure(message, condition);
    else if (outcome === 'undecided') test.error(message, condition);
  }
}

function endpointSuite(suite: TestSuite, name: string, entries: readonly Entry[]): void {
  suite.name(name);
  if (entries.length === 0) suite.testCase().className(name).name('answers as recorded');
  for (const { group, entry, counted } of entries) {
    const test = suite
      .testCase()
      .className(name)
      .name(`${entry.kind} ${entry.subjects.join(', ')}`);
    test.failure(messageOf(group, entry, counted), entry.kind);
  }
}

function suiteOf(suite: TestSuite, name: string) {
  return suite.name(name).testCase().className(name);
}

function messageOf(group: Group, { kind, subjects, likelyNoise }: FindingsEntry, counted: CountedEndpoint): string {
  const text = group === 'needsAction' ? 'needs action' : likelyNoise ? 'to review, likely noise' : 'to review';
  return `${text}: ${kind} ${subjects.join(', ')} in ${counted.affectedRequests} of ${counted.totalRequests} requests of ${endpointName(counted.operationName, counted.method)}`;
}
