import type { Group, Kind } from '../../compare/domain/kinds.ts';
import { compareText } from '../../platform/text-order.ts';
import { outcomeKey } from '../../replay/domain/results/clusters.ts';
import { classify } from './classify.ts';
import type { FindingsInput } from './findings.ts';

/** One difference of one endpoint, with how many of its requests show it. */
export interface EndpointFinding {
  group: Group;
  kind: Kind;
  subject: string;
  operationName: string;
  affectedRequests: number;
  /** Requests of the endpoint with a result. */
  totalRequests: number;
}

/** What came and went between two runs of an application. */
export interface FindingChanges {
  new: EndpointFinding[];
  gone: EndpointFinding[];
  unchanged: EndpointFinding[];
}

/**
 * Every difference that counts today, endpoint by endpoint. Unlike the entries of findings, which show an endpoint in its most
 * severe group only (spec 3.3 rule 1), this leaves none out: a difference is not gone because a worse one came beside it.
 */
export function endpointFindings({
  clusters,
  rulesOf,
  marked,
}: Pick<FindingsInput, 'clusters' | 'rulesOf' | 'marked'>): EndpointFinding[] {
  const totals = new Map<string, number>();
  const found = new Map<string, Omit<EndpointFinding, 'totalRequests'>>();
  for (const cluster of clusters) {
    if (!cluster.hasResult) continue;
    const { operation: operationName, requests } = cluster;
    totals.set(operationName, (totals.get(operationName) ?? 0) + requests);
    const unmarked = requests - Math.min(requests, marked.get(outcomeKey(cluster)) ?? 0);
    if (unmarked === 0) continue;
    const { differences } = classify(cluster, rulesOf(operationName));
    for (const { kind, subject, group } of new Map(differences.map((one) => [keyOf(one), one])).values()) {
      const key = keyOf({ kind, subject, operationName });
      const present = found.get(key);
      if (present) present.affectedRequests += unmarked;
      else found.set(key, { group, kind, subject, operationName, affectedRequests: unmarked });
    }
  }
  return [...found.values()]
    .map((one) => ({ ...one, totalRequests: totals.get(one.operationName) ?? 0 }))
    .sort(byImportance);
}

/** Which findings are new, gone and unchanged since an earlier run; the same kind and subject at the same endpoint is the same. */
export function changesSince(earlier: readonly EndpointFinding[], now: readonly EndpointFinding[]): FindingChanges {
  const before = new Set(earlier.map(keyOf));
  const today = new Set(now.map(keyOf));
  return {
    new: now.filter((finding) => !before.has(keyOf(finding))),
    gone: earlier.filter((finding) => !today.has(keyOf(finding))),
    unchanged: now.filter((finding) => before.has(keyOf(finding))),
  };
}

/** How many requests of an endpoint show a difference more, or fewer, than before. */
export type Shift = Omit<EndpointFinding, 'group' | 'totalRequests'>;

/** What a change of rules takes out of one run's findings and what it brings in, request counts and all. */
export function shifts(
  before: readonly EndpointFinding[],
  after: readonly EndpointFinding[],
): { removed: Shift[]; added: Shift[] } {
  return { removed: moreIn(before, after), added: moreIn(after, before) };
}

function moreIn(these: readonly EndpointFinding[], those: readonly EndpointFinding[]): Shift[] {
  const counts = new Map(those.map((one) => [keyOf(one), one.affectedRequests]));
  return these.flatMap(({ kind, subject, operationName, affectedRequests }) => {
    const more = affectedRequests - (counts.get(keyOf({ kind, subject, operationName })) ?? 0);
    return more > 0 ? [{ kind, subject, operationName, affectedRequests: more }] : [];
  });
}

const keyOf = ({ kind, subject, operationName = '' }: { kind: Kind; subject: string; operationName?: string }) =>
  JSON.stringify([operationName, kind, subject]);

const byImportance = (a: EndpointFinding, b: EndpointFinding) =>
  compareText(a.group, b.group) ||
  b.affectedRequests - a.affectedRequests ||
  compareText(a.operationName, b.operationName) ||
  compareText(a.subject, b.subject) ||
  compareText(a.kind, b.kind);
