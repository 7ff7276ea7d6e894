import type { Group } from '../../compare/domain/kinds.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { operationsByName } from '../../replay/domain/create-plan.ts';
import {
  BASELINE_FAILED,
  BOTH_REFUSED,
  DAMAGED_RECORDING,
  LEFT_OUT,
  UNANSWERED_CALLS,
} from '../../replay/domain/results/clusters.ts';
import { type ClassifiedCluster, classifiedClusters, failureOf } from './classified-clusters.ts';
import {
  addFailing,
  type EndpointTally,
  endpointCountsOf,
  failureGroups,
  methodTallies,
  methodTallyOf,
  tallyOf,
} from './endpoints/endpoint-tallies.ts';
import { uncoveredEndpoints } from './endpoints/uncovered-endpoints.ts';
import { entriesOf } from './entries.ts';
import {
  type CaseCounts,
  type Coverage,
  type Findings,
  type FindingsInput,
  type FindingTotals,
  MAX_ENTRIES,
  type Scope,
  type Uncompared,
} from './findings.ts';
import { findingsState } from './state.ts';

/** Findings, with their case counts and totals. */
export interface ComputedFindings {
  findings: Findings;
  counts: CaseCounts;
  totals: FindingTotals;
}

/**
 * Findings and their counts under the current rules, with at most `max` entries of each group; cost grows with clusters
 * and their differences, never with requests.
 */
export function computeFindings(input: FindingsInput, max = MAX_ENTRIES): ComputedFindings {
  const { endpoints, groups, ...sums } = talliesOf(input);
  const { ignoringRules, ignoredRequests, expected, damagedRecordings, unansweredCalls, uncompared } = sums;
  const excludedFieldCount = sumOf([...endpoints.values()], ({ excluded }) => excluded.size);
  const tallies = [...endpoints.values()];
  const requests = sumOf(tallies, (tally) => tally.requests);
  const withResult = sumOf(tallies, (tally) => tally.withResult);
  const failedCases = sumOf(tallies, ({ failed }) => failed);
  const scope: Scope = {
    interfacesInScope: input.operationsInScope.length,
    interfacesReplayed: tallies.filter((tally) => tally.withResult > 0).length,
    interfacesUnchanged: tallies.filter((tally) => tally.failed === 0 && tally.withResult === tally.requests).length,
    requests,
    requestsWithoutResult: requests - withResult,
    endpoints: endpointCountsOf(tallies, uncoveredEndpoints(input).length),
  };
  const coverage = coverageOf(input, endpoints);
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
      uncompared,
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
    endpoints: methodTallies(tallies).filter(({ shown }) => shown[group] > 0).length,
    requests: sumOf(tallies, ({ shown }) => shown[group]),
  });
  return {
    findings,
    counts: { totalCases: requests, successCases: withResult - failedCases, failedCases },
    totals: {
      shown: { needsAction: shownOf('needsAction'), toReview: shownOf('toReview') },
      ignored: { rules: ignoringRules.size, requests: ignoredRequests },
      expected: {
        requests: expected.lasting + expected.marked,
        lasting: expected.lasting,
        changes: [...expected.changes].map(([ruleId, covered]) => ({ ruleId, requests: covered })),
      },
      damagedRecordings,
      unansweredCalls,
      ...(isAny(uncompared) && { uncompared }),
    },
  };
}

const isAny = (uncompared: Uncompared): boolean => Object.values(uncompared).some((one) => one > 0);

/** What the clusters of a round add up to, by endpoint; `groups`: those that fail. */
function talliesOf(input: FindingsInput) {
  const endpoints = new Map<string, EndpointTally>();
  const groups: ClassifiedCluster[] = [];
  const ignoringRules = new Set<string>();
  const expected = { lasting: 0, marked: 0, changes: new Map<string, number>() };
  let ignoredRequests = 0;
  let damagedRecordings = 0;
  let unansweredCalls = 0;
  const uncompared = { failed: 0, refused: 0, leftOut: 0 };

  for (const classified of classifiedClusters(input)) {
    const { cluster, differences, excluded, marked, unmarked } = classified;
    const why = UNCOMPARED[cluster.failure ?? ''];
    if (why !== undefined && !cluster.hasResult) {
      uncompared[why] += cluster.requests;
      // Neither is a request of the run: nothing was to be compared.
      if (why !== 'failed') continue;
    }
    const tally = tallyOf(endpoints, cluster.operation);
    const ofMethod = methodTallyOf(tally, cluster.method);
    tally.requests += cluster.requests;
    ofMethod.requests += cluster.requests;
    if (cluster.failure === DAMAGED_RECORDING) damagedRecordings += cluster.requests;
    if (cluster.failure === UNANSWERED_CALLS) unansweredCalls += cluster.requests;
    if (!cluster.hasResult) continue;
    tally.withResult += cluster.requests;
    ofMethod.withResult += cluster.requests;
    const failure = failureOf(classified);
    if (failure !== null && !cluster.cut) tally.failures.add(failure);
    if (excluded.length > 0) ignoredRequests += cluster.requests;
    for (const { subject, ruleId } of excluded) {
      tally.excluded.add(subject);
      ignoringRules.add(ruleId);
    }
    if (classified.expected.length > 0) expected.lasting += cluster.requests;
    else if (differences.length > 0) expected.marked += marked;
    for (const ruleId of new Set(classified.expected.map((one) => one.ruleId)))
      expected.changes.set(ruleId, (expected.changes.get(ruleId) ?? 0) + cluster.requests);
    if (differences.length === 0 || unmarked === 0) continue;
    const shownGroups = new Set(differences.map(({ group }) => group));
    addFailing(tally, unmarked, shownGroups);
    addFailing(ofMethod, unmarked, shownGroups);
    groups.push(classified);
  }
  return {
    endpoints,
    groups,
    ignoringRules,
    ignoredRequests,
    expected,
    damagedRecordings,
    unansweredCalls,
    uncompared,
  };
}

/** Why a request is not compared with the running build, by its cause. */
const UNCOMPARED: Readonly<Record<string, keyof Uncompared>> = {
  [BASELINE_FAILED]: 'failed',
  [BOTH_REFUSED]: 'refused',
  [LEFT_OUT]: 'leftOut',
};

function coverageOf(
  { operationsInScope, mainOperations }: FindingsInput,
  endpoints: ReadonlyMap<string, EndpointTally>,
): Coverage {
  const named = operationsByName([...endpoints.keys()]);
  return {
    uncoveredInterfaces: operationsInScope.filter((operation) => !endpoints.has(operation)).length,
    mainOperationsConfigured: mainOperations.length > 0,
    uncoveredMainOperations: mainOperations.filter(
      (operation) => !named(operation).some((name) => endpoints.get(name)?.withResult),
    ),
  };
}
