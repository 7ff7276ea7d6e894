import type { Group } from '../../compare/domain/kinds.ts';
import { classifiedClusters } from '../../findings/domain/classified-clusters.ts';
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

/** One endpoint of the plan's scope. */
export interface EndpointRow {
  operation: string;
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

/** Every endpoint of a settled round under the current rules, most severe and most affected first. */
export function endpointRows(
  { operationsInScope, ...input }: FindingsInput,
  latency: readonly EndpointLatency[],
): EndpointRow[] {
  const rows = new Map<string, EndpointRow>(operationsInScope.map((operation) => [operation, emptyRow(operation)]));
  for (const { cluster, differences, marked, unmarked } of classifiedClusters(input)) {
    const row = rows.get(cluster.operation) ?? emptyRow(cluster.operation);
    rows.set(cluster.operation, row);
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
  for (const { operation, recorded, replayed } of latency) {
    const row = rows.get(operation);
    if (row === undefined) continue;
    row.recorded = quantilesOf(recorded);
    row.replayed = quantilesOf(replayed);
  }
  return [...rows.values()].sort(
    (a, b) =>
      ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.failed - a.failed || compareText(a.operation, b.operation),
  );
}

const emptyRow = (operation: string): EndpointRow => ({
  operation,
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
    (row) => (state === '' || row.state === state) && (wanted === '' || row.operation.toLowerCase().includes(wanted)),
  );
};
