import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import { compareText } from '../../../platform/values/text-order.ts';

/** A difference as far as findings need it: what and where, and the rule that ignored it when it was compared. */
export const ClusterDifference = v.object({ kind: Kind, subject: v.string(), rule: v.nullable(v.string()) });
export type ClusterDifference = v.InferOutput<typeof ClusterDifference>;

/** Why a request was not sent: what is stored of its recording is damaged. */
export const DAMAGED_RECORDING = 'damaged recording';
/** The cause of a request without a result: the service did not answer one of its downstream calls. */
export const UNANSWERED_CALLS = 'unanswered calls';

/** The cause of a request without a result: the running build did not answer it as a working instance does. */
export const BASELINE_FAILED = 'running build failed';
/** Why a request was not compared: both builds refused its credentials. */
export const BOTH_REFUSED = 'both builds refused';
/** Why a request was not compared: it changes data that both builds may share. */
export const LEFT_OUT = 'changes shared data';

/** The outcome of one request of a replay, as far as findings need it. */
export const CaseOutcome = v.object({
  operation: v.string(),
  /** False: never sent, or lost after all retries (interface 2.3). */
  hasResult: v.boolean(),
  /**
   * Counted by ENVIRONMENT_FAILURE: a status >= 400 unlike the recording, `timeout`, a connection failure or
   * its cause, or OPERATION_ERRORS. Without a result: a NoResultCause, or null.
   */
  failure: v.nullable(v.string()),
  differences: v.array(ClusterDifference),
  /** More differences existed than were kept. */
  truncated: v.boolean(),
  /** The request's method; absent in outcomes from before it was recorded, and where the recording is unreadable. */
  method: v.optional(v.string()),
  /** Its session has no recorded login, and the target does not know its credential: this says nothing of the build. */
  cut: v.optional(v.literal(true)),
});
export type CaseOutcome = v.InferOutput<typeof CaseOutcome>;

/**
 * Requests of one endpoint and method with equal outcomes (interface 2.4): the cost of findings grows with their
 * number.
 */
export const Cluster = v.object({
  ...CaseOutcome.entries,
  requests: v.number(),
  /** planItemIds of the first few. */
  samples: v.array(v.string()),
});
export type Cluster = v.InferOutput<typeof Cluster>;

const MAX_SAMPLES = 3;

/** Groups outcomes into clusters; equal outcomes share one, regardless of the order of their differences. */
export function clustersOf(outcomes: Iterable<CaseOutcome & { planItemId: string }>): Cluster[] {
  const single = function* () {
    for (const { planItemId, ...outcome } of outcomes) yield { ...outcome, requests: 1, samples: [planItemId] };
  };
  return mergeClusters(single());
}

/** Adds clusters of several chunks; the result does not depend on how requests were split into chunks. @internal */
export function mergeClusters(clusters: Iterable<Cluster>): Cluster[] {
  const merger = clusterMerger();
  for (const cluster of clusters) merger.add(cluster);
  return merger.clusters();
}

/** The same piece by piece. */
export function clusterMerger() {
  const merged = new Map<string, Cluster>();
  return {
    /** Adds a cluster; returns the one that its requests are in now, the same object for equal outcomes. */
    add(cluster: Cluster): Cluster {
      const key = outcomeKey(cluster);
      const present = merged.get(key);
      if (present === undefined) {
        const differences = [...cluster.differences].sort(byKindAndSubject);
        const added = { ...cluster, differences, samples: cluster.samples.slice(0, MAX_SAMPLES) };
        merged.set(key, added);
        return added;
      }
      present.requests += cluster.requests;
      present.samples.push(...cluster.samples.slice(0, MAX_SAMPLES - present.samples.length));
      return present;
    },

    clusters: (): Cluster[] => [...merged.values()],
  };
}

/** Equal for outcomes of one cluster, regardless of the order of their differences. */
export function outcomeKey(outcome: CaseOutcome): string {
  const { operation, hasResult, failure, truncated, differences, method, cut } = outcome;
  const sorted = [...differences].sort(byKindAndSubject).map(({ kind, subject, rule }) => [kind, subject, rule]);
  // Stored marks hold digests of keys, also of keys without a method.
  const key = [operation, hasResult, failure, truncated, sorted];
  return JSON.stringify([...key, ...(method === undefined ? [] : [method]), ...(cut ? ['cut'] : [])]);
}

const byKindAndSubject = (a: ClusterDifference, b: ClusterDifference) =>
  compareText(a.kind, b.kind) || compareText(a.subject, b.subject) || compareText(a.rule ?? '', b.rule ?? '');

/** Whether a request failed under the rules at which it was compared. */
export const isFailing = ({ hasResult, differences, truncated }: CaseOutcome): boolean =>
  hasResult && (truncated || differences.some(({ rule }) => rule === null));
