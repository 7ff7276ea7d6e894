import * as v from 'valibot';

/** State of a round's analysis (spec 3.5). */
export const AnalysisState = v.picklist(['RUNNING', 'DONE', 'PARTIAL', 'SKIPPED']);
export type AnalysisState = v.InferOutput<typeof AnalysisState>;

/** Why an analysis is PARTIAL or SKIPPED (spec 2.5). */
export type AnalysisReason = 'QUOTA_EXHAUSTED' | 'NO_EXECUTOR' | 'MODEL_QUOTA' | 'STALE';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * Location of the cause: `file` is relative to the repository root, `line` starts at 1, `symbol` is a qualified name
 * (interface 2.5).
 */
export const CodeLocation = v.object({
  file: v.nullable(v.string()),
  line: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
  symbol: v.nullable(v.string()),
});
export type CodeLocation = v.InferOutput<typeof CodeLocation>;

/** One difference caused by a code change (spec 2.5). */
export const CodeChange = v.object({
  findingId: v.string(),
  title: v.string(),
  shortTitle: v.string(),
  operations: v.array(v.string()),
  affectedCases: count,
  replayedCases: count,
  markedCases: count,
  /** Epoch ms of the last mark. Null without marks. */
  markedAt: v.nullable(count),
  sampleOperation: v.nullable(v.string()),
  location: v.nullable(CodeLocation),
  inferred: v.boolean(),
  consecutive: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
export type CodeChange = v.InferOutput<typeof CodeChange>;

/** The analysis object of a poll and of events (spec 2.5). */
export const Analysis = v.object({
  state: AnalysisState,
  /** Null unless PARTIAL or SKIPPED. */
  reason: v.nullable(v.string()),
  analyzedCases: count,
  failedCases: count,
  codeChangeCases: count,
  undeterminedCases: count,
  invalidCases: count,
  markedCases: count,
  codeChangeInterfaces: count,
  undeterminedInterfaces: count,
  invalidInterfaces: count,
  codeChanges: v.array(CodeChange),
});
export type Analysis = v.InferOutput<typeof Analysis>;
