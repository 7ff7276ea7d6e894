import type { Analysis, AnalysisReason } from '../../../../analysis/domain/analysis.ts';
import type { Kind } from '../../../../compare/domain/kinds.ts';
import type { Findings } from '../../../../findings/domain/findings.ts';

/** The texts of a card in one language. Functions receive clean text (card-text.ts) and numbers. */
export interface CardTexts {
  /** The title from the name of the application and the result. */
  title(app: string, result: string, isTest: boolean): string;
  /** The result of a round whose analysis does not name a cause. */
  state(findings: Findings): string;
  /** The result of a round whose details were deleted. */
  ended(failedCases: number): string;
  /** Causes that a finished analysis found. `first` names the first code change. */
  cause: {
    several(first: string, changes: number): string;
    one(first: string): string;
    cases(cases: number): string;
    undetermined(cases: number): string;
    none: string;
  };
  /** What stands for a code change without a name. */
  change: string;

  environment: string;
  pipeline: string;
  branch: string;
  commit: string;

  replayedEndpoints: string;
  replayedRequests: string;
  unchangedEndpoints: string;
  endpointsNotReplayed: string;
  withoutResult: string;
  requests: string;
  passed: string;
  failed: string;
  missedMainEndpoints: string;
  /** Names in a row, of which there are `all`. */
  named(names: readonly string[], all: number): string;

  analysis: string;
  running(analysis: Analysis): string;
  done(analysis: Analysis): string;
  partial(analysis: Analysis, because: string): string;
  skipped(because: string): string;
  reasons: Readonly<Record<AnalysisReason, string>>;
  /** A reason behind a statement. */
  because(reason: string): string;
  /** Cases of one cause, and their endpoints. */
  tier(tier: 'codeChange' | 'undetermined' | 'invalid', cases: number, endpoints: number): string;
  /** Joins parts of one line. */
  join(parts: readonly string[]): string;
  markedExpected(cases: number): string;
  moreChanges(changes: number): string;
  changeLine(title: string, parts: readonly string[]): string;
  affects(cases: number, of: number): string;
  example(endpoint: string): string;
  at(location: string): string;
  inferred: string;
  consecutive(runs: number): string;
  summary(text: string): string;

  problems: string;
  kind(kind: Kind): string;
  /** Words for a subject that does not name a field, a status or a call; undefined if it does. */
  subject(kind: Kind, subject: string): string | undefined;
  /** The first subjects of a problem that has `all`. */
  subjects(first: readonly string[], all: number): string;
  suggested: string;
  reach(endpoints: number, requests: number, of: number, example: string): string;
  moreProblems(kinds: number): string;
  /** Between a label and its text, and between a problem and its subjects. */
  colon: string;
  /** Between the subjects of a problem and its reach on one line. */
  semicolon: string;

  pinned: string;
  window(from: number, to: number): string;
  replayTime(from: number, to: number | null): string;
  schedule(id: string): string;
  ignoredFields(fields: number): string;
  run(planId: string, round: number): string;

  openReport: string;
  openPipeline: string;
}
