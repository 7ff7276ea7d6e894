import type { Group, Kind } from '../../compare/domain/kinds.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { ClassifiedCluster } from './classified-clusters.ts';
import type { FindingsEntry, FindingsInterface } from './findings.ts';

/**
 * Returns one entry per kind and set of requests: fields that differ in exactly the same requests share one (interface
 * 2.4). What noise reduction suggests ignoring shares none with a change. An endpoint may have entries of both groups,
 * although it counts in its most severe one only (spec 3.3 rule 1). Pages that differ as a whole have an entry for each
 * endpoint.
 */
export function entriesOf(
  group: Group,
  clusters: readonly ClassifiedCluster[],
  endpoints: ReadonlyMap<string, { withResult: number; byMethod: ReadonlyMap<string, { withResult: number }> }>,
): FindingsEntry[] {
  const requestsOf = new Map<string, Location & { subject: string }>();
  clusters.forEach(({ cluster, differences }, index) => {
    for (const { kind, subject, group: own, likelyNoise: isNoise = false } of differences) {
      if (own !== group) continue;
      // A page that changed at one endpoint has nothing in common with the page of another.
      const key = `${kind} ${isNoise} ${subject}${isOfEndpoint(kind) ? ` ${cluster.operation}` : ''}`;
      const present = requestsOf.get(key);
      if (present === undefined) requestsOf.set(key, { kind, isNoise, subject, clusters: [index] });
      else if (present.clusters.at(-1) !== index) present.clusters.push(index);
    }
  });

  const entries = new Map<string, Location & { subjects: string[] }>();
  for (const { kind, isNoise, subject, clusters: indices } of requestsOf.values()) {
    const key = `${kind} ${isNoise} ${indices.join()}`;
    const present = entries.get(key);
    if (present === undefined) entries.set(key, { kind, isNoise, subjects: [subject], clusters: indices });
    else present.subjects.push(subject);
  }

  return [...entries.values()]
    .map(({ kind, isNoise, subjects, clusters: indices }) => {
      const affected = new Map<string, { requests: number; methods: Map<string | undefined, number> }>();
      for (const index of indices) {
        const { cluster, unmarked = 0 } = clusters[index] ?? {};
        if (cluster === undefined) continue;
        const tally = affected.get(cluster.operation) ?? { requests: 0, methods: new Map() };
        affected.set(cluster.operation, tally);
        tally.requests += unmarked;
        tally.methods.set(cluster.method, (tally.methods.get(cluster.method) ?? 0) + unmarked);
      }
      const interfaces = [...affected]
        .map(([operationName, { requests, methods }]) => ({
          operationName,
          affectedRequests: requests,
          totalRequests: endpoints.get(operationName)?.withResult ?? 0,
          ...methodsOf(methods, endpoints.get(operationName)?.byMethod),
        }))
        .sort((a, b) => b.affectedRequests - a.affectedRequests || compareText(a.operationName, b.operationName));
      return {
        kind,
        subjects: subjects.sort(compareText),
        interfaces,
        affectedRequests: sumOf(interfaces, ({ affectedRequests }) => affectedRequests),
        totalRequests: sumOf(interfaces, ({ totalRequests }) => totalRequests),
        ...(isNoise && { likelyNoise: true as const }),
      };
    })
    .sort(
      (a, b) =>
        b.affectedRequests - a.affectedRequests ||
        compareText(a.subjects[0] ?? '', b.subjects[0] ?? '') ||
        compareText(a.kind, b.kind) ||
        compareText(a.interfaces[0]?.operationName ?? '', b.interfaces[0]?.operationName ?? ''),
    );
}

/** Kinds whose subject names no field, so that the same one at two endpoints says nothing of a common cause. */
export const isOfEndpoint = (kind: Kind): boolean => kind === 'UNSTRUCTURED_CONTENT';

/** Where a difference is, by the indices of its clusters. */
interface Location {
  kind: Kind;
  isNoise: boolean;
  clusters: number[];
}

/** The methods in one order with their counts, if every one is known. */
function methodsOf(
  methods: ReadonlyMap<string | undefined, number>,
  totals: ReadonlyMap<string, { withResult: number }> = new Map(),
): Pick<FindingsInterface, 'methods' | 'methodTotals'> {
  const known = [...methods].flatMap(([method, affected]) => (method === undefined ? [] : [{ method, affected }]));
  if (known.length < methods.size) return {};
  known.sort((a, b) => compareText(a.method, b.method));
  return {
    methods: known.map(({ method }) => method),
    methodTotals: known.map(({ method, affected }) => ({
      method,
      affectedRequests: affected,
      totalRequests: totals.get(method)?.withResult ?? 0,
    })),
  };
}
