import type { Group } from '../../compare/domain/kinds.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { operationsByName } from '../../replay/domain/create-plan.ts';
import { DAMAGED_RECORDING } from '../../replay/domain/results/clusters.ts';
import { type ClassifiedCluster, classifiedClusters } from './classified-clusters.ts';
import { entriesOf } from './entries.ts';
import {
  type CaseCounts,
  type Coverage,
  type FailureGroup,
  type Findings,
  type FindingsInput,
  type FindingTotals,
  MAX_ENTRIES,
  type Scope,
} from './findings.ts';
import { findingsState } from './state.ts';

/** Findings, with their case counts and totals. */
export interface ComputedFindings {
  findings: Findings;
  counts: CaseCounts;
  totals: FindingTotals;
}

/**
 * Findings and their counts under today's rules, with at most `max` entries of each group; cost grows with clusters and
 * their differences, never with requests.
 */
export function computeFindings(input: FindingsInput, max = MAX_ENTRIES): ComputedFindings {
  const endpoints = new Map<string, EndpointTally>();
  const groups: ClassifiedCluster[] = [];
  const ignoringRules = new Set<string>();
  let ignoredRequests = 0;
  let damagedRecordings = 0;
  let excludedFieldCount = 0;

  for (const classified of classifiedClusters(input)) {
    const { cluster, differences, excluded, unmarked } = classified;
    const tally = tallyOf(endpoints, cluster.operation);
    tally.requests += cluster.requests;
    if (cluster.failure === DAMAGED_RECORDING) damagedRecordings += cluster.requests;
    if (!cluster.hasResult) continue;
    tally.withResult += cluster.requests;
    if (cluster.failure !== null && unmarked > 0 && !cluster.cut) tally.failures.add(cluster.failure);
    if (excluded.length > 0) ignoredRequests += cluster.requests;
    for (const { subject, ruleId } of excluded) {
      tally.excluded.add(subject);
      ignoringRules.add(ruleId);
    }
    if (differences.length === 0 || unmarked === 0) continue;
    tally.failed += unmarked;
    if (differences.some(({ group }) => group === 'needsAction')) tally.group = 'needsAction';
    tally.group ??= 'toReview';
    for (const group of new Set(differences.map((difference) => difference.group))) tally.shown[group] += unmarked;
    groups.push(classified);
  }
  for (const { excluded } of endpoints.values()) excludedFieldCount += excluded.size;

  const tallies = [...endpoints.values()];
  const requests = sumOf(tallies, ({ requests }) => requests);
  const withResult = sumOf(tallies, ({ withResult }) => withResult);
  const failedCases = sumOf(tallies, ({ failed }) => failed);
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
  const needsAction = entriesOf('needsAction', groups, endpoints);
  const toReview = entriesOf('toReview', groups, endpoints);
  const omitted = {
    needsAction: Math.max(0, needsAction.length - max),
    toReview: Math.max(0, toReview.length - max),
  };
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
    needsAction: needsAction.slice(0, max),
    toReviewInterfaces,
    toReview: toReview.slice(0, max),
    ...(omitted.needsAction + omitted.toReview > 0 && { omitted }),
    coverage,
    excludedFieldCount,
  };
  const shownOf = (group: Group) => ({
    endpoints: tallies.filter(({ shown }) => shown[group] > 0).length,
    requests: sumOf(tallies, ({ shown }) => shown[group]),
  });
  return {
    findings,
    counts: { totalCases: requests, successCases: withResult - failedCases, failedCases },
    totals: {
      shown: { needsAction: shownOf('needsAction'), toReview: shownOf('toReview') },
      ignored: { rules: ignoringRules.size, requests: ignoredRequests },
      damagedRecordings,
    },
  };
}

interface EndpointTally {
  requests: number;
  withResult: number;
  failed: number;
  /** The endpoint's most severe group (spec 3.3 rule 1); undefined: unchanged. */
  group: Group | undefined;
  /** Requests with a difference of each group. */
  shown: Record<Group, number>;
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
    shown: { needsAction: 0, toReview: 0 },
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
