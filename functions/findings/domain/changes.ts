import * as v from 'valibot';
import { Group, Kind } from '../../compare/domain/kinds.ts';
import { Count } from '../../platform/values/shown-values.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { classifiedClusters } from './classified-clusters.ts';
import { distinctDifferences } from './distinct-differences.ts';
import type { FindingsInput } from './findings.ts';

/** One difference of one endpoint, with the number of its requests that show it. */
export const EndpointFinding = v.object({
  group: Group,
  kind: Kind,
  subject: v.string(),
  operationName: v.string(),
  affectedRequests: Count,
  /** Requests of the endpoint with a result. */
  totalRequests: Count,
  /** Of the affected requests; absent if one is unknown. */
  methods: v.optional(v.array(v.string())),
});
export type EndpointFinding = v.InferOutput<typeof EndpointFinding>;

/** The differences that appeared and disappeared between two runs of an application. */
export interface FindingChanges {
  new: EndpointFinding[];
  gone: EndpointFinding[];
  unchanged: EndpointFinding[];
}

/**
 * Returns every difference that counts under the current rules, by endpoint. Unlike the entries of findings, which list
 * an endpoint in its most severe group only (spec 3.3 rule 1), this omits none: a worse difference beside it does not
 * make a difference disappear.
 */
export function endpointFindings(input: Pick<FindingsInput, 'clusters' | 'rulesOf' | 'marked'>): EndpointFinding[] {
  const totals = new Map<string, number>();
  const found = new Map<
    string,
    Omit<EndpointFinding, 'totalRequests' | 'methods'> & { methods: Set<string | undefined> }
  >();
  for (const { cluster, differences, unmarked } of classifiedClusters(input)) {
    if (!cluster.hasResult) continue;
    const { operation: operationName, requests } = cluster;
    totals.set(operationName, (totals.get(operationName) ?? 0) + requests);
    if (unmarked === 0) continue;
    for (const { kind, subject, group } of distinctDifferences(differences)) {
      const key = keyOf({ kind, subject, operationName });
      const present = found.get(key);
      if (present) {
        present.affectedRequests += unmarked;
        present.methods.add(cluster.method);
      } else {
        const methods = new Set([cluster.method]);
        found.set(key, { group, kind, subject, operationName, affectedRequests: unmarked, methods });
      }
    }
  }
  return [...found.values()]
    .map(({ methods, ...one }) => ({
      ...one,
      totalRequests: totals.get(one.operationName) ?? 0,
      ...knownMethods(methods),
    }))
    .sort(byImportance);
}

/**
 * Returns which findings are new, gone and unchanged since an earlier run; findings match by kind, subject and
 * endpoint.
 */
export function changesSince(earlier: readonly EndpointFinding[], now: readonly EndpointFinding[]): FindingChanges {
  const before = new Set(earlier.map(keyOf));
  const current = new Set(now.map(keyOf));
  return {
    new: now.filter((finding) => !before.has(keyOf(finding))),
    gone: earlier.filter((finding) => !current.has(keyOf(finding))),
    unchanged: now.filter((finding) => before.has(keyOf(finding))),
  };
}

/** How many more, or fewer, requests of an endpoint show a difference than before. */
export const Shift = v.omit(EndpointFinding, ['group', 'totalRequests']);
export type Shift = v.InferOutput<typeof Shift>;

/** Returns what a change of rules removes from one run's findings and what it adds, with request counts. */
export function shifts(
  before: readonly EndpointFinding[],
  after: readonly EndpointFinding[],
): { removed: Shift[]; added: Shift[] } {
  return { removed: moreIn(before, after), added: moreIn(after, before) };
}

function moreIn(these: readonly EndpointFinding[], those: readonly EndpointFinding[]): Shift[] {
  const counts = new Map(those.map((one) => [keyOf(one), one.affectedRequests]));
  return these.flatMap(({ kind, subject, operationName, affectedRequests, methods }) => {
    const more = affectedRequests - (counts.get(keyOf({ kind, subject, operationName })) ?? 0);
    return more > 0 ? [{ kind, subject, operationName, affectedRequests: more, ...(methods && { methods }) }] : [];
  });
}

function knownMethods(methods: ReadonlySet<string | undefined>): Pick<EndpointFinding, 'methods'> {
  const known = [...methods].filter((method) => method !== undefined);
  return known.length < methods.size ? {} : { methods: known.sort(compareText) };
}

const keyOf = ({ kind, subject, operationName = '' }: { kind: Kind; subject: string; operationName?: string }) =>
  JSON.stringify([operationName, kind, subject]);

const byImportance = (a: EndpointFinding, b: EndpointFinding) =>
  compareText(a.group, b.group) ||
  b.affectedRequests - a.affectedRequests ||
  compareText(a.operationName, b.operationName) ||
  compareText(a.subject, b.subject) ||
  compareText(a.kind, b.kind);
