import type { Group } from '../../compare/domain/kinds.ts';
import { classifiedClusters } from '../../findings/domain/classified-clusters.ts';
import { endpointName } from '../../findings/domain/endpoint-labels.ts';
import { uncoveredEndpoints } from '../../findings/domain/endpoints/uncovered-endpoints.ts';
import type { FindingsInput } from '../../findings/domain/findings.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { type EndpointLatency, quantileOf } from '../../replay/domain/results/latency.ts';

/** State of an endpoint: its most severe group (spec 3.3 rule 1), or why it has none. */
export type EndpointState = Group | 'withoutResult' | 'unchanged' | 'uncovered';

/** p50, p95 and p99 in ms. Null without measurements. */
export interface Quantiles {
  p50: number | null;
  p95: number | null;
  p99: number | null;
}

/** One endpoint of the plan's scope, and one method of it if methods are known. */
export interface EndpointRow {
  operation: string;
  method: string | undefined;
  state: EndpointState;
  requests: number;
  /** Failed requests that are not marked. */
  failed: number;
  marked: number;
  withoutResult: number;
  recorded: Quantiles;
  replayed: Quantiles;
}

const NOTHING: Quantiles = { p50: null, p95: null, p99: null };

/** Most severe first. */
const ORDER: readonly EndpointState[] = ['needsAction', 'toReview', 'withoutResult', 'unchanged', 'uncovered'];

/**
 * Every endpoint of a settled round by method under the current rules, most severe and most affected first. Endpoints
 * without a request have a row of their own; one whose methods are unknown has one row without method.
 */
export function endpointRows(input: FindingsInput, latency: readonly EndpointLatency[]): EndpointRow[] {
  const rows = new Map<string, EndpointRow>();
  for (const { cluster, differences, marked, unmarked } of classifiedClusters(input)) {
    const row = rows.get(keyOf(cluster)) ?? emptyRow(cluster);
    rows.set(keyOf(cluster), row);
    row.requests += cluster.requests;
    if (!cluster.hasResult) {
      row.withoutResult += cluster.requests;
      row.state = worse(row.state, 'withoutResult');
      continue;
    }
    const failed = differences.length === 0 ? 0 : unmarked;
    if (differences.length > 0) row.marked += marked;
    row.failed += failed;
    row.state = worse(row.state, failed === 0 ? 'unchanged' : groupOf(differences));
  }
  for (const uncovered of uncoveredEndpoints(input)) rows.set(keyOf(uncovered), emptyRow(uncovered));
  for (const times of latency) {
    const row = rows.get(keyOf(times));
    if (row === undefined) continue;
    row.recorded = quantilesOf(times.recorded);
    row.replayed = quantilesOf(times.replayed);
  }
  return [...rows.values()].sort(
    (a, b) =>
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
      b.failed - a.failed ||
      compareText(a.operation, b.operation) ||
      compareText(a.method ?? '', b.method ?? ''),
  );
}

/** Number of the rows of a round. */
export const countEndpointRows = (input: Pick<FindingsInput, 'operationsInScope' | 'methodsInScope' | 'clusters'>) =>
  new Set(input.clusters.map(keyOf)).size + uncoveredEndpoints(input).length;

/** What a row is about. */
interface OfRow {
  operation: string;
  method?: string | undefined;
}

const keyOf = ({ operation, method }: OfRow) => JSON.stringify([operation, method]);

const emptyRow = ({ operation, method }: OfRow): EndpointRow => ({
  operation,
  method,
  state: 'uncovered',
  requests: 0,
  failed: 0,
  marked: 0,
  withoutResult: 0,
  recorded: NOTHING,
  replayed: NOTHING,
});

const worse = (a: EndpointState, b: EndpointState) => (ORDER.indexOf(a) <= ORDER.indexOf(b) ? a : b);

const groupOf = (differences: readonly { group: Group }[]): Group =>
  differences.some(({ group }) => group === 'needsAction') ? 'needsAction' : 'toReview';

/** The quantiles of one side. */
export const quantilesOf = (durations: EndpointLatency['recorded']): Quantiles => ({
  p50: quantileOf(durations, 0.5),
  p95: quantileOf(durations, 0.95),
  p99: quantileOf(durations, 0.99),
});

/** Rows filtered by a part of the name, and by state. */
export const filteredRows = (rows: readonly EndpointRow[], text: string, state: string): EndpointRow[] => {
  const wanted = text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (state === '' || row.state === state) &&
      (wanted === '' || endpointName(row.operation, row.method).toLowerCase().includes(wanted)),
  );
};
