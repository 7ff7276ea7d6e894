import type { Analysis } from '../../../../analysis/domain/analysis.ts';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import { endpointCounts } from '../../../../findings/domain/endpoints/endpoint-counts.ts';
import type { Findings, SettledState } from '../../../../findings/domain/findings.ts';
import { environmentFault } from '../../../../findings/domain/summary/environment-fault.ts';
import type { CardTexts } from './card-texts.ts';
import { WHOLE_RESPONSE } from './whole-response.ts';

/** `1 request`, `2 requests`. */
const counted = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

const STATES: Readonly<Record<SettledState, (findings: Findings) => string>> = {
  NO_CASES: () => 'no recording to replay',
  INTERRUPTED: ({ scope }) =>
    scope.requestsWithoutResult > 0
      ? `not finished, ${counted(scope.requestsWithoutResult, 'request')} without a result`
      : 'interrupted',
  ENVIRONMENT_FAILURE: () => 'the test environment failed, the result proves nothing',
  NEEDS_ACTION(findings) {
    const { needsAction, toReview } = endpointCounts(findings);
    return `${counted(needsAction, 'endpoint')} ${needsAction === 1 ? 'needs' : 'need'} action${toReview > 0 ? `, ${toReview} to review` : ''}`;
  },
  REVIEW_ONLY: (findings) =>
    environmentFault(findings) === null
      ? `${counted(endpointCounts(findings).toReview, 'endpoint')} to review`
      : 'the test environment failed, the result proves nothing',
  LOW_COVERAGE: ({ coverage, scope, ...findings }) =>
    coverage.mainOperationsConfigured
      ? `no problem found, but ${counted(coverage.uncoveredMainOperations.length, 'main endpoint')} not replayed`
      : `no problem found, but low coverage (${counted(endpointCounts({ coverage, scope, ...findings }).replayed, 'endpoint')}, ${counted(scope.requests, 'request')})`,
  CLEAN: () => 'no problem found',
};

const TIERS = {
  codeChange: 'caused by code changes',
  undetermined: 'with an unknown cause',
  invalid: 'invalid',
} as const;

const FAILURES: Readonly<Record<string, string>> = {
  timeout: 'no response in time',
  refused: 'connection refused',
  reset: 'connection reset',
  dns: 'host name not found',
  tls: 'TLS handshake failed',
};

const analyzed = ({ analyzedCases, failedCases }: Analysis) =>
  `${analyzedCases} of ${counted(failedCases, 'failing request')} analyzed`;

/** `2026-11-20 08:30`. Epoch ms. */
const minute = (ms: number): string => new Date(ms).toISOString().slice(0, -':00.000Z'.length).replace('T', ' ');

/** The texts of Slack and Teams messages, with times in UTC. */
export const ENGLISH: CardTexts = {
  title: (app, result, isTest) => `${isTest ? '[Test message] ' : ''}Run of ${app}: ${result}`,
  state: (findings) => STATES[findings.state](findings),
  ended: (failedCases) => `finished, ${counted(failedCases, 'failing request')}; details have expired`,
  cause: {
    several: (first, changes) => `${first} and ${changes - 1} more (caused by code changes)`,
    one: (first) => `${first} (caused by a code change)`,
    cases: (cases) => `code changes cause differences in ${counted(cases, 'request')}`,
    undetermined: (cases) => `no difference caused by code, unknown cause in ${counted(cases, 'request')}`,
    none: 'no difference is caused by code',
  },
  change: 'Difference',

  environment: 'Environment',
  pipeline: 'Pipeline',
  branch: 'Branch',
  commit: 'Commit',

  replayedEndpoints: 'Endpoints replayed',
  replayedRequests: 'Requests replayed',
  unchangedEndpoints: 'Endpoints unchanged',
  endpointsNotReplayed: 'Endpoints not replayed',
  withoutResult: 'Requests without a result',
  requests: 'Requests',
  passed: 'Passing',
  failed: 'Failing',
  missedMainEndpoints: 'Main endpoints not replayed',
  named: (names, all) => `${names.join(', ')}${all > names.length ? ` and ${all - names.length} more` : ''}`,

  analysis: 'AI analysis',
  running: (analysis) => `The analysis is running: ${analyzed(analysis)}. The report shows its result.`,
  done: ({ failedCases }) => `The analysis is complete: ${counted(failedCases, 'failing request')}`,
  partial: (analysis, because) => `The analysis stopped${because}: ${analyzed(analysis)}`,
  skipped: (because) => `Not analyzed${because}`,
  reasons: {
    QUOTA_EXHAUSTED: 'daily limit of analyses reached',
    NO_EXECUTOR: 'no analysis service connected',
    MODEL_QUOTA: 'quota of the AI service exhausted',
    STALE: 'the analysis was interrupted',
  },
  because: (reason) => ` (${reason})`,
  tier: (tier, cases, endpoints) =>
    `${counted(cases, 'request')} ${TIERS[tier]}${endpoints > 0 ? ` (${counted(endpoints, 'endpoint')})` : ''}`,
  join: (parts) => parts.join(', '),
  markedExpected: (cases) => `${counted(cases, 'request')} marked as expected`,
  moreChanges: (changes) => `${changes} more in the report`,
  changeLine: (title, parts) => `• ${title}: ${parts.join(', ')}`,
  affects: (cases, of) => `${cases} of ${counted(of, 'request')}`,
  example: (endpoint) => `for example ${endpoint}`,
  at: (location) => `in ${location}`,
  inferred: 'inferred from responses',
  consecutive: (runs) => (runs > 1 ? `seen in ${runs} runs in a row` : 'new'),
  summary: (text) => `AI summary: ${text}`,

  problems: 'Findings',
  kind: (kind) => KIND_LABELS[kind].en,
  subject(kind, subject) {
    if (WHOLE_RESPONSE.has(kind) && subject === 'response') return '';
    return kind === 'TIMEOUT' || kind === 'CONNECTION_FAILURE' ? FAILURES[subject] : undefined;
  },
  subjects: (first, all) => `${first.join(', ')} and ${all - first.length} more`,
  suggested: ' (likely noise)',
  reach: (endpoints, requests, of, example) =>
    `${counted(endpoints, 'endpoint')}, ${requests} of ${counted(of, 'request')}${example && `, ${example}`}`,
  moreProblems: (kinds) => `${kinds} more in the report`,
  colon: ': ',
  semicolon: '; ',

  pinned: 'Recordings: pinned',
  window: (from, to) => `Recordings: ${minute(from)} to ${minute(to)} UTC`,
  replayTime: (from, to) =>
    `Replayed: ${to === null ? `from ${minute(from)}` : `${minute(from)} to ${minute(to)}`} UTC`,
  schedule: (id) => `Started by schedule ${id}`,
  ignoredFields: (fields) => `Fields ignored by rules: ${fields}`,
  run: (planId, round) => `Run ${planId}${round > 1 ? `, round ${round}` : ''}`,

  openReport: 'Open report',
  openPipeline: 'Open pipeline',
};
