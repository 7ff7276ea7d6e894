import type { Group } from '../../../compare/domain/kinds.ts';
import type { Findings, FindingsEntry } from '../../../findings/domain/findings.ts';
import type { RoundSecondAnswers } from '../../../noise/domain/noise-facts.ts';
import { roundAnswersText } from '../../../noise/domain/second-answer-texts.ts';

/** What reports say of a run: members of its poll answer (spec 2.3). */
export interface ReplayRun {
  status: string;
  findings: Findings | { state: 'RUNNING' } | null;
  verdict: string | null;
  totalCases: number | null;
  successCases: number | null;
  passRate: number | null;
  reportUrl: string | null;
  errorMessage: string | null;
  analysis: { codeChanges: readonly ExportedCause[] } | null;
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

/** A run as reports show it. */
export interface ReportedRun {
  planId: string;
  run: ReplayRun;
  /** Request counts by replayed endpoint; null if no credential permits the query, or there are too many requests. */
  replayed: ReadonlyMap<string, number> | null;
  /** Which failing requests were sent again; absent or null where it is unknown. */
  secondAnswers?: RoundSecondAnswers | null;
}

/** Which failing requests of a run were sent again, in sentences; none where it is unknown. */
export const secondAnswerLines = ({ secondAnswers }: Pick<ReportedRun, 'secondAnswers'>): string[] =>
  secondAnswers ? roundAnswersText(secondAnswers) : [];
