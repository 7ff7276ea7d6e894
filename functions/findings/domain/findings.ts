import * as v from 'valibot';
import { type Group, Kind } from '../../compare/domain/kinds.ts';

import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { RoundScope } from '../../replay/domain/results/round-scope.ts';

import type { CurrentRules } from './classify.ts';

/** The states of spec 3.2, in its order; RUNNING until the replay has settled. */
export const FindingsState = v.picklist([
  'RUNNING',
  'NO_CASES',
  'INTERRUPTED',
  'ENVIRONMENT_FAILURE',
  'NEEDS_ACTION',
  'REVIEW_ONLY',
  'LOW_COVERAGE',
  'CLEAN',
]);
export type FindingsState = v.InferOutput<typeof FindingsState>;

/** Where a replay that has settled stands. */
export const SettledState = v.picklist(FindingsState.options.filter((state) => state !== 'RUNNING'));
export type SettledState = v.InferOutput<typeof SettledState>;

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Counts of endpoints and requests (spec 2.4). */
export const Scope = v.object({
  interfacesInScope: count,
  interfacesReplayed: count,
  interfacesUnchanged: count,
  requests: count,
  requestsWithoutResult: count,
  endpoints: v.pipe(
    v.optional(
      v.object({
        inScope: count,
        replayed: count,
        unchanged: count,
        uncovered: count,
        needsAction: v.optional(count),
        toReview: v.optional(count),
      }),
    ),
    v.description(
      'The same counts of endpoints as method and path, and those of each group. A path whose methods are unknown counts once. Absent in findings of earlier versions.',
    ),
  ),
});
export type Scope = v.InferOutput<typeof Scope>;

export const Coverage = v.object({
  uncoveredInterfaces: count,
  mainOperationsConfigured: v.boolean(),
  uncoveredMainOperations: v.array(v.string()),
});
export type Coverage = v.InferOutput<typeof Coverage>;

/** One kind of failure (a status, `timeout`, `refused`, …) and the endpoints that it affected. */
export interface FailureGroup {
  kind: string;
  interfaces: number;
}

export const FindingsInterface = v.object({
  operationName: v.string(),
  affectedRequests: count,
  totalRequests: count,
  /** Methods of the affected requests; absent if one is unknown, as in replays of earlier versions (interface 10). */
  methods: v.optional(v.array(v.string())),
  methodTotals: v.pipe(
    v.optional(v.array(v.object({ method: v.string(), affectedRequests: count, totalRequests: count }))),
    v.description('The counts of each of the methods; absent where these are.'),
  ),
});
export type FindingsInterface = v.InferOutput<typeof FindingsInterface>;

/** Requests of an endpoint by method. */
export type MethodTotal = NonNullable<FindingsInterface['methodTotals']>[number];

/** An entry of needsAction or toReview (spec 2.4). */
export const FindingsEntry = v.object({
  kind: Kind,
  subjects: v.array(v.string()),
  interfaces: v.array(FindingsInterface),
  affectedRequests: count,
  totalRequests: count,
  likelyNoise: v.pipe(
    v.optional(v.literal(true)),
    v.description('Present where noise reduction suggests ignoring these fields, and the suggestion is open.'),
  ),
});
export type FindingsEntry = v.InferOutput<typeof FindingsEntry>;

/** Maximum entries that each group lists: those of most affected requests. */
export const MAX_ENTRIES = 200;

/** The findings object of a finished replay (spec 2.4). */
export const Findings = v.object({
  state: SettledState,
  scope: Scope,
  needsActionInterfaces: count,
  needsAction: v.array(FindingsEntry),
  toReviewInterfaces: count,
  toReview: v.array(FindingsEntry),
  omitted: v.pipe(
    v.optional(v.object({ needsAction: count, toReview: count })),
    v.description(
      `Entries of each group beyond the ${MAX_ENTRIES} that are listed. Absent if all are. Every other count includes them.`,
    ),
  ),
  coverage: Coverage,
  excludedFieldCount: count,
});
export type Findings = v.InferOutput<typeof Findings>;

/** Number of the entries of a group, listed or not. */
export const countEntries = (findings: Findings, group: Group): number =>
  findings[group].length + (findings.omitted?.[group] ?? 0);

/** Number of the entries of both groups that are not listed. */
export const countOmitted = ({ omitted }: Pick<Findings, 'omitted'>): number =>
  omitted === undefined ? 0 : omitted.needsAction + omitted.toReview;

/** The inputs of findings: one round's clusters, and everything that may have changed since. */
export interface FindingsInput {
  interrupted: boolean;
  /** Endpoints of the plan's scope (interface 2.4). */
  operationsInScope: readonly string[];
  /** The methods that these were recorded with; an endpoint of earlier versions has none. */
  methodsInScope?: RoundScope['methodsInScope'];
  clusters: readonly Cluster[];
  /** Registered main endpoints; empty: none registered (spec 4.7). */
  mainOperations: readonly string[];
  rulesOf(operation: string): CurrentRules;
  /** Number of requests marked as expected, by the key of their outcome. */
  marked: ReadonlyMap<string, number>;
}

/** What a report says of its findings beside them. */
export interface FindingTotals {
  /** Endpoints and requests with a difference of each group; one may have both. */
  shown: Readonly<Record<Group, { endpoints: number; requests: number }>>;
  ignored: {
    /** Rules that ignore a difference. */
    rules: number;
    /** Requests with at least one ignored difference. */
    requests: number;
  };
  expected: {
    /** Requests with an expected change, or marked as expected. */
    requests: number;
    /** Those with an expected change; absent in findings that an earlier version stored. */
    lasting?: number | undefined;
    /** What each expected change covers. */
    changes: { ruleId: string; requests: number }[];
  };
  /** Requests that were not sent because their recordings are damaged. */
  damagedRecordings: number;
  /** Requests without a result because the service did not answer a downstream call of theirs. */
  unansweredCalls: number;
  /** Requests that say nothing of the target; absent where there are none. */
  uncompared?: Uncompared | undefined;
}

/** Requests of a run with a running build that are not compared. */
export const Uncompared = v.object({
  /** The running build failed. */
  failed: count,
  /** Both builds answered 401. */
  refused: count,
  /** They change data that both builds may share. */
  leftOut: count,
});
export type Uncompared = v.InferOutput<typeof Uncompared>;

/** Case counts of spec 2.3. */
export interface CaseCounts {
  totalCases: number;
  successCases: number;
  failedCases: number;
}
