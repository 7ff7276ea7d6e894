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

/** An endpoint of a code change with the methods of its affected requests; none where these are unknown. */
export const ChangedEndpoint = v.object({ operationName: v.string(), methods: v.array(v.string()) });
export type ChangedEndpoint = v.InferOutput<typeof ChangedEndpoint>;

/** One difference caused by a code change (spec 2.5). */
export const CodeChange = v.object({
  findingId: v.string(),
  title: v.string(),
  shortTitle: v.string(),
  operations: v.array(v.string()),
  endpoints: v.pipe(
    v.optional(v.array(ChangedEndpoint)),
    v.description('`operations` with the methods of the affected requests. Absent in analyses of earlier versions.'),
  ),
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

/** Endpoints as method and path by tier, each in its most severe one. */
export const TierEndpoints = v.object({ codeChange: count, undetermined: count, invalid: count });
export type TierEndpoints = v.InferOutput<typeof TierEndpoints>;

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
  endpoints: v.pipe(
    v.optional(TierEndpoints),
    v.description('The same counts of endpoints as method and path. Absent in analyses of earlier versions.'),
  ),
  codeChanges: v.array(CodeChange),
});
export type Analysis = v.InferOutput<typeof Analysis>;

/** Endpoints by tier as method and path; by path in analyses of earlier versions. */
export const tierEndpoints = ({
  endpoints,
  codeChangeInterfaces,
  undeterminedInterfaces,
  invalidInterfaces,
}: Pick<
  Analysis,
  'endpoints' | 'codeChangeInterfaces' | 'undeterminedInterfaces' | 'invalidInterfaces'
>): TierEndpoints =>
  endpoints ?? {
    codeChange: codeChangeInterfaces,
    undetermined: undeterminedInterfaces,
    invalid: invalidInterfaces,
  };

/** The endpoints of a code change, by path in analyses of earlier versions. */
export const endpointsOfChange = ({
  operations,
  endpoints,
}: Pick<CodeChange, 'operations' | 'endpoints'>): readonly ChangedEndpoint[] =>
  endpoints ?? operations.map((operationName) => ({ operationName, methods: [] }));
