import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { BOTH_REFUSED, type Cluster, LEFT_OUT } from '../../replay/domain/results/clusters.ts';
import type { MovedCluster } from '../../replay/domain/results/moved-clusters.ts';
import { excludedBy, isLikelyNoise } from './classify.ts';
import type { FindingsInput } from './findings.ts';

/** A field in which the running build answers unlike the recordings, in the requests of one endpoint and method. */
const MovedField = v.object({
  kind: Kind,
  subject: v.string(),
  operation: v.string(),
  method: v.optional(v.string()),
  /** Requests with it, and all of the endpoint and method. */
  requests: v.number(),
  totalRequests: v.number(),
});
type MovedField = v.InferOutput<typeof MovedField>;

/**
 * What has moved since the recording: requests with any such field, and the fields by endpoint, most requests first.
 */
export const MovedData = v.object({ requests: v.number(), fields: v.array(MovedField) });
export type MovedData = v.InferOutput<typeof MovedData>;

/**
 * What has moved under the current rules: neither what a rule ignores or an expectation covers, nor what noise
 * reduction suggests ignoring. Marks accept changes of the target, and change nothing here.
 */
export function movedData(
  moved: readonly MovedCluster[],
  { clusters, rulesOf }: Pick<FindingsInput, 'clusters' | 'rulesOf'>,
): MovedData {
  const totals = totalRequests(clusters);
  const fields = new Map<string, MovedField>();
  let requests = 0;
  for (const one of moved) {
    const rules = rulesOf(one.operation);
    const current = one.differences.filter(
      (difference) => excludedBy(difference, rules) === null && !isLikelyNoise(difference, rules),
    );
    if (current.length > 0) requests += one.requests;
    for (const { kind, subject } of current) {
      const endpoint = { operation: one.operation, ...(one.method !== undefined && { method: one.method }) };
      const key = JSON.stringify([endpoint, kind, subject]);
      const before = fields.get(key)?.requests ?? 0;
      const total = totals.get(endpointKey(endpoint)) ?? 0;
      fields.set(key, { kind, subject, ...endpoint, requests: before + one.requests, totalRequests: total });
    }
  }
  return { requests, fields: [...fields.values()].sort(byRequests) };
}

/** The requests of the run by endpoint and method. */
function totalRequests(clusters: readonly Cluster[]): ReadonlyMap<string, number> {
  const inRun = clusters.filter(({ failure }) => failure !== BOTH_REFUSED && failure !== LEFT_OUT);
  return new Map(
    [...Map.groupBy(inRun, endpointKey)].map(([key, some]) => [key, sumOf(some, ({ requests }) => requests)]),
  );
}

const endpointKey = ({ operation, method }: Pick<Cluster, 'operation' | 'method'>) =>
  JSON.stringify([operation, method]);

const byRequests = (a: MovedField, b: MovedField): number =>
  b.requests - a.requests || compareText(a.operation, b.operation) || compareText(a.subject, b.subject);
