import * as v from 'valibot';
import { type Group, Kind } from '../../compare/domain/kinds.ts';
import { operationsByName } from '../../replay/domain/create-plan.ts';
import { type Cluster, outcomeKey } from '../../replay/domain/results/clusters.ts';
import { classify, type RulesToday } from './classify.ts';
import { type ClassifiedCluster, entriesOf } from './entries.ts';
import { findingsState } from './state.ts';

/** Spec 3.2, in its order; RUNNING until the replay has settled. */
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

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Counts of endpoints and requests (spec 2.4). */
export const Scope = v.object({
  interfacesInScope: count,
  interfacesReplayed: count,
  interfacesUnchanged: count,
  requests: count,
  requestsWithoutResult: count,
});
export type Scope = v.InferOutput<typeof Scope>;

export const Coverage = v.object({
  uncoveredInterfaces: count,
  mainOperationsConfigured: v.boolean(),
  uncoveredMainOperations: v.array(v.string()),
});
export type Coverage = v.InferOutput<typeof Coverage>;

/** One kind of failure (a status, `timeout`, `refused`, …) and the endpoints that it hit. */
export interface FailureGroup {
  kind: string;
  interfaces: number;
}

export const FindingsInterface = v.object({ operationName: v.string(), affectedRequests: count, totalRequests: count });
export type FindingsInterface = v.InferOutput<typeof FindingsInterface>;

/** An entry of needsAction or toReview (spec 2.4). */
export const FindingsEntry = v.object({
  kind: Kind,
  subjects: v.array(v.string()),
  interfaces: v.array(FindingsInterface),
  affectedRequests: count,
  totalRequests: count,
});
export type FindingsEntry = v.InferOutput<typeof FindingsEntry>;

/** The findings object of a finished replay (spec 2.4). */
export const Findings = v.object({
  state: v.picklist(FindingsState.options.filter((state) => state !== 'RUNNING')),
  scope: Scope,
  needsActionInterfaces: count,
  needsAction: v.array(FindingsEntry),
  toReviewInterfaces: count,
  toReview: v.array(FindingsEntry),
  coverage: Coverage,
  excludedFieldCount: count,
});
export type Findings = v.InferOutput<typeof Findings>;

/** What findings are computed from: one round's clusters, and everything that may have changed since. */
export interface FindingsInput {
  interrupted: boolean;
  /** Endpoints of the plan's scope (interface 2.4). */
  operationsInScope: readonly string[];
  clusters: readonly Cluster[];
  /** Registered main endpoints; empty: none registered (spec 4.7). */
  mainOperations: readonly string[];
  rulesOf(operation: string): RulesToday;
  /** Requests that people marked passed, by the key of their outcome. */
  marked: ReadonlyMap<string, number>;
}

/** Findings and case counts under today's rules; cost grows with clusters and their differences, never with requests. */
export function computeFindings(input: FindingsInput): { findings: Findings; counts: CaseCounts } {
  const endpoints = new Map<string, EndpointTally>();
  const groups: ClassifiedCluster[] = [];
  let excludedFieldCount = 0;

  for (const cluster of input.clusters) {
    const tally = tallyOf(endpoints, cluster.operation);
    tally.requests += cluster.requests;
    if (!cluster.hasResult) continue;
    tally.withResult += cluster.requests;
    const unmarked = cluster.requests - Math.min(cluster.requests, input.marked.get(outcomeKey(cluster)) ?? 0);
    if (cluster.failure !== null && unmarked > 0) tally.failures.add(cluster.failure);
    const { differences, excluded } = classify(cluster, input.rulesOf(cluster.operation));
    for (const subject of excluded) tally.excluded.add(subject);
    if (differences.length === 0 || unmarked === 0) continue;
    tally.failed += unmarked;
    if (differences.some(({ group }) => group === 'needsAction')) tally.group = 'needsAction';
    tally.group ??= 'toReview';
    groups.push({ operation: cluster.operation, requests: unmarked, differences });
  }
  for (const { excluded } of endpoints.values()) excludedFieldCount += excluded.size;

  const tallies = [...endpoints.values()];
  const requests = sum(tallies, ({ requests }) => requests);
  const withResult = sum(tallies, ({ withResult }) => withResult);
  const failedCases = sum(tallies, ({ failed }) => failed);
  const scope: Scope = {
    interfacesInScope: input.operationsInScope.length,
    interfacesReplayed: tallies.filter(({ withResult }) => withResult > 0).length,
    interfacesUnchanged: tallies.filter((tally) => tally.failed === 0 && tally.withResult === tally.requests).length,
    requests,
    requestsWithoutResult: requests - withResult,
  };
  const named = operationsByName([...endpoints.keys()]);
  const coverage: Coverage = {
    uncoveredInterfaces: input.operationsInScope.filter((operation) => !endpoints.has(operation)).length,
    mainOperationsConfigured: input.mainOperations.length > 0,
    uncoveredMainOperations: input.mainOperations.filter(
      (operation) => !named(operation).some((name) => endpoints.get(name)?.withResult),
    ),
  };
  const needsActionInterfaces = tallies.filter(({ group }) => group === 'needsAction').length;
  const toReviewInterfaces = tallies.filter(({ group }) => group === 'toReview').length;
  const findings: Findings = {
    state: findingsState({
      interrupted: input.interrupted,
      scope,
      failures: failureGroups(tallies),
      needsActionInterfaces,
      toReviewInterfaces,
      coverage,
    }),
    scope,
    needsActionInterfaces,
    needsAction: entriesOf('needsAction', groups, endpoints),
    toReviewInterfaces,
    toReview: entriesOf('toReview', groups, endpoints),
    coverage,
    excludedFieldCount,
  };
  return { findings, counts: { totalCases: requests, successCases: withResult - failedCases, failedCases } };
}

/** Case counts of spec 2.3. */
export interface CaseCounts {
  totalCases: number;
  successCases: number;
  failedCases: number;
}

interface EndpointTally {
  requests: number;
  withResult: number;
  failed: number;
  /** The endpoint's most severe group (spec 3.3 rule 1); undefined: unchanged. */
  group: Group | undefined;
  failures: Set<string>;
  excluded: Set<string>;
}

function tallyOf(endpoints: Map<string, EndpointTally>, operation: string): EndpointTally {
  const present = endpoints.get(operation);
  if (present) return present;
  const made: EndpointTally = {
    requests: 0,
    withResult: 0,
    failed: 0,
    group: undefined,
    failures: new Set(),
    excluded: new Set(),
  };
  endpoints.set(operation, made);
  return made;
}

function failureGroups(tallies: readonly EndpointTally[]): FailureGroup[] {
  const interfaces = new Map<string, number>();
  for (const { failures } of tallies)
    for (const kind of failures) interfaces.set(kind, (interfaces.get(kind) ?? 0) + 1);
  return [...interfaces].map(([kind, count]) => ({ kind, interfaces: count }));
}

const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0);
