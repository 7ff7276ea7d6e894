import type { Group, Kind } from '../../compare/domain/kinds.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { ClassifiedCluster } from './classified-clusters.ts';
import type { FindingsEntry, FindingsInterface } from './findings.ts';

/** What of an endpoint the entries need. */
interface EndpointOfEntries {
  /** The endpoint's most severe group (spec 3.3 rule 1); undefined: unchanged. */
  group: Group | undefined;
  withResult: number;
}

/**
 * Returns one entry per kind and set of requests: fields that differ in exactly the same requests share one (interface
 * 2.4).
 */
export function entriesOf(
  group: Group,
  clusters: readonly ClassifiedCluster[],
  endpoints: ReadonlyMap<string, EndpointOfEntries>,
): FindingsEntry[] {
  const requestsOf = new Map<string, { kind: Kind; subject: string; clusters: number[] }>();
  clusters.forEach(({ cluster, differences }, index) => {
    if (endpoints.get(cluster.operation)?.group !== group) return;
    for (const { kind, subject, group: own } of differences) {
      if (own !== group) continue;
      const key = `${kind} ${subject}`;
      const present = requestsOf.get(key);
      if (present === undefined) requestsOf.set(key, { kind, subject, clusters: [index] });
      else if (present.clusters.at(-1) !== index) present.clusters.push(index);
    }
  });

  const entries = new Map<string, { kind: Kind; subjects: string[]; clusters: number[] }>();
  for (const { kind, subject, clusters: indices } of requestsOf.values()) {
    const key = `${kind} ${indices.join()}`;
    const present = entries.get(key);
    if (present === undefined) entries.set(key, { kind, subjects: [subject], clusters: indices });
    else present.subjects.push(subject);
  }

  return [...entries.values()]
    .map(({ kind, subjects, clusters: indices }) => {
      const affected = new Map<string, { requests: number; methods: Set<string | undefined> }>();
      for (const index of indices) {
        const { cluster, unmarked = 0 } = clusters[index] ?? {};
        if (cluster === undefined) continue;
        const tally = affected.get(cluster.operation) ?? { requests: 0, methods: new Set() };
        affected.set(cluster.operation, tally);
        tally.requests += unmarked;
        tally.methods.add(cluster.method);
      }
      const interfaces = [...affected]
        .map(([operationName, { requests, methods }]) => ({
          operationName,
          affectedRequests: requests,
          totalRequests: endpoints.get(operationName)?.withResult ?? 0,
          ...methodsOf(methods),
        }))
        .sort((a, b) => b.affectedRequests - a.affectedRequests || compareText(a.operationName, b.operationName));
      return {
        kind,
        subjects: subjects.sort(compareText),
        interfaces,
        affectedRequests: sumOf(interfaces, ({ affectedRequests }) => affectedRequests),
        totalRequests: sumOf(interfaces, ({ totalRequests }) => totalRequests),
      };
    })
    .sort(
      (a, b) =>
        b.affectedRequests - a.affectedRequests ||
        compareText(a.subjects[0] ?? '', b.subjects[0] ?? '') ||
        compareText(a.kind, b.kind),
    );
}

/** The methods in one order, if every one is known. */
function methodsOf(methods: ReadonlySet<string | undefined>): Pick<FindingsInterface, 'methods'> {
  const known = [...methods].filter((method) => method !== undefined);
  return known.length === methods.size ? { methods: known.sort(compareText) } : {};
}
