import { type ExpectedFinding, PLANTED_CHANGES } from './planted-changes.ts';
import type { FindingsEntry, FinishedRun } from './replay-run.ts';
import type { RunCalls } from './service-client.ts';

/**
 * Returns how a finished replay deviates from the planted changes, in sentences; empty when the findings are exactly
 * the planted changes: same groups, kinds, subjects and endpoints, every recorded request answered, and no failed case
 * without a finding.
 */
export function unexpectedFindings(
  { verdict, totalCases, failedCases, findings }: FinishedRun,
  { requests, calls }: { requests: number; calls: RunCalls },
): string[] {
  const found = [
    ...findings.needsAction.map((entry) => describe('needsAction', entry)),
    ...findings.toReview.map((entry) => describe('toReview', entry)),
  ];
  const planted = PLANTED_CHANGES.map(describePlanted);
  const explained = [...findings.needsAction, ...findings.toReview].reduce((sum, one) => sum + one.affectedRequests, 0);
  const { requestsWithoutResult, interfacesInScope, interfacesReplayed } = findings.scope;

  return [
    ...planted.filter((one) => !found.includes(one)).map((one) => `planted, but not found: ${one}`),
    ...found.filter((one, index) => !planted.includes(one) || found.indexOf(one) !== index).map(notPlanted),
    ...differing('state', findings.state, 'NEEDS_ACTION'),
    ...differing('verdict', verdict, 'FAIL'),
    ...differing('totalCases', totalCases, requests),
    ...differing('requestsWithoutResult', requestsWithoutResult, 0),
    ...differing('interfacesReplayed', interfacesReplayed, interfacesInScope),
    ...differing('failedCases', failedCases, explained),
    ...(calls.answered > 0 ? [] : ['no downstream call was answered from the recording']),
    ...differing('downstream calls made for real', calls.real, 0),
    ...differing('downstream calls without a recording', calls.mockMisses, 0),
  ];
}

const describe = (group: string, { kind, subjects, interfaces }: FindingsEntry) =>
  `${group} ${kind} of ${subjects.join(', ')} at ${interfaces.map(({ operationName }) => operationName).join(', ')}`;

const describePlanted = ({ group, kind, subjects, operation }: ExpectedFinding) =>
  `${group} ${kind} of ${subjects.join(', ')} at ${operation}`;

const notPlanted = (found: string) => `found, but not planted: ${found}`;

const differing = (member: string, actual: string | number, expected: string | number): string[] =>
  actual === expected ? [] : [`${member} is ${actual}, expected ${expected}`];
