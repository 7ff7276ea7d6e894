import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Group, Kind } from '../../../compare/domain/kinds.ts';
import type { Findings, FindingsEntry, Uncompared } from '../../../findings/domain/findings.ts';
import type { RoundSecondAnswers } from '../../../noise/domain/noise-facts.ts';
import { roundAnswersText } from '../../../noise/domain/second-answer-texts.ts';

/** What reports say of a run: members of its poll answer (spec 2.3). */
export interface ReplayRun {
  status: string;
  findings: (Findings & BesideRunningBuild) | { state: 'RUNNING' } | null;
  verdict: string | null;
  totalCases: number | null;
  successCases: number | null;
  passRate: number | null;
  reportUrl: string | null;
  errorMessage: string | null;
  analysis: { codeChanges: readonly ExportedCause[] } | null;
  /** Requests with an expected change, or marked as expected; absent without any. */
  expected?: number | undefined;
  expectedChanges?: readonly ExportedExpectation[] | undefined;
}

/** What a run knows that compared with a running build; absent in other runs. */
interface BesideRunningBuild {
  dataMoved?: { requests: number } | undefined;
  uncompared?: Uncompared | undefined;
}

/** A change that a person expects, and how many requests of the run have it. */
interface ExportedExpectation {
  operation: string;
  kind: Kind;
  subject: string;
  requests: number;
  createdBy: string;
  /** ISO-8601. */
  since: string;
}

/** A cause that an analysis found, and its place in the code. */
interface ExportedCause {
  title: string;
  operations: readonly string[];
  affectedCases: number;
  location: { file: string | null; line: number | null } | null;
}

/** The findings of a completed run; null before. */
export const settledFindings = ({ findings }: ReplayRun): Findings | null =>
  findings === null || findings.state === 'RUNNING' ? null : findings;

/** Every entry with its group, needs-action first. */
export const entriesOf = (findings: Findings): { group: Group; entry: FindingsEntry }[] => [
  ...findings.needsAction.map((entry) => ({ group: 'needsAction' as const, entry })),
  ...findings.toReview.map((entry) => ({ group: 'toReview' as const, entry })),
];

/** A condition that a pipeline set, and whether it holds. */
export interface DecidedCondition {
  /** `latency.p95 > 1.2x`. */
  condition: string;
  /** Undecided: what it needs is missing, or is too little. */
  outcome: 'holds' | 'does not hold' | 'undecided';
  /** What decided, without a full stop. */
  message: string;
}

/** A run as reports show it. */
export interface ReportedRun {
  planId: string;
  run: ReplayRun;
  /** Request counts by replayed endpoint; null if no credential permits the query, or there are too many requests. */
  replayed: ReadonlyMap<string, number> | null;
  /** Which failing requests were sent again; absent or null where it is unknown. */
  secondAnswers?: RoundSecondAnswers | null;
  /** Conditions of the pipeline that followed the run. */
  conditions?: readonly DecidedCondition[];
}

/** Which failing requests of a run were sent again, in sentences; none where it is unknown. */
export const secondAnswerLines = ({ secondAnswers }: Pick<ReportedRun, 'secondAnswers'>): string[] =>
  secondAnswers ? roundAnswersText(secondAnswers) : [];

/** A decided condition as a sentence. */
export const conditionLine = ({ condition, outcome, message }: DecidedCondition): string =>
  `Fail if ${condition}: ${outcome}. ${message[0]?.toUpperCase()}${message.slice(1)}.`;

/**
 * `12 requests expected since 2026-11-03 by ann@shop.test: Value changed total in /orders/{id}`, for each expected
 * change.
 */
export const expectedLines = ({ expected = 0, expectedChanges = [] }: ReplayRun): string[] => {
  const lines = expectedChanges.map(
    ({ operation, kind, subject, requests, createdBy, since }) =>
      `${counted(requests)} expected since ${since.slice(0, 'YYYY-MM-DD'.length)} by ${createdBy}: ${KIND_LABELS[kind].en} ${subject} in ${operation}`,
  );
  return expected === 0 ? [] : [`${counted(expected)} expected in total.`, ...lines];
};

/**
 * What was compared with a running build, and what was not, in sentences; none for a run that compared with recordings.
 */
export function runningBuildLines(run: ReplayRun): string[] {
  const { findings } = run;
  if (findings === null || !('dataMoved' in findings) || findings.dataMoved === undefined) return [];
  const { dataMoved, uncompared = NOTHING_LEFT } = findings;
  const { failed, refused, leftOut } = uncompared;
  return [
    `Compared with the running build. Data has moved in ${counted(dataMoved.requests)}, which needs nothing.`,
    ...(failed > 0 ? [`The running build failed ${counted(failed)}.`] : []),
    ...(refused > 0 ? [`Both builds answered ${counted(refused)} with 401: set a login.`] : []),
    ...(leftOut > 0 ? [`Left out, as they change data that both builds may share: ${counted(leftOut)}.`] : []),
  ];
}

const NOTHING_LEFT: Uncompared = { failed: 0, refused: 0, leftOut: 0 };

const counted = (requests: number): string => `${requests} ${requests === 1 ? 'request' : 'requests'}`;
