/** Where the analysis of a round stands (spec 3.5). */
export type AnalysisState = 'RUNNING' | 'DONE' | 'PARTIAL' | 'SKIPPED';

/** Why an analysis is PARTIAL or SKIPPED (spec 2.5). */
export type AnalysisReason = 'QUOTA_EXHAUSTED' | 'NO_EXECUTOR' | 'MODEL_QUOTA' | 'STALE';

/** Cause of a failed case (spec 2.5), most severe first. */
export type Tier = 'CODE_CHANGE' | 'UNDETERMINED' | 'INVALID';

/** Where the cause was found; `file` relative to the repository root, `line` from 1, `symbol` a qualified name (interface 2.5). */
export interface CodeLocation {
  file: string | null;
  line: number | null;
  symbol: string | null;
}

/** One difference caused by a code change (spec 2.5). */
export interface CodeChange {
  findingId: string;
  title: string;
  shortTitle: string;
  operations: string[];
  affectedCases: number;
  replayedCases: number;
  markedCases: number;
  /** Epoch ms of the last marking; null while nobody has marked one. */
  markedAt: number | null;
  sampleOperation: string | null;
  location: CodeLocation | null;
  inferred: boolean;
  consecutive: number;
}

/** The analysis object of a poll and of events (spec 2.5). */
export interface Analysis {
  state: AnalysisState;
  /** Null unless PARTIAL or SKIPPED. */
  reason: string | null;
  analyzedCases: number;
  failedCases: number;
  codeChangeCases: number;
  undeterminedCases: number;
  invalidCases: number;
  markedCases: number;
  codeChangeInterfaces: number;
  undeterminedInterfaces: number;
  invalidInterfaces: number;
  codeChanges: CodeChange[];
}
