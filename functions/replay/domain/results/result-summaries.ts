import * as v from 'valibot';
import { NO_VALUE_RULES } from '../../../compare/domain/rules/value-rules.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
import { EndpointTimes } from '../latency/endpoint-times.ts';
import { Cluster } from './clusters.ts';
import { EndpointLatency } from './latency.ts';
import { MovedCluster } from './moved-clusters.ts';
import { RoundCalls } from './round-calls.ts';
import { RoundScope } from './round-scope.ts';
import { SentToBoth } from './sent-to-both.ts';

/** Digests of the value-dependent rules under which results were compared; several if rules changed in the meantime. */
const comparedUnder = v.optional(v.array(v.string()), [NO_VALUE_RULES]);

/** Durations of requests, by endpoint; absent in rounds from before they were recorded. */
const latency = v.optional(v.array(EndpointLatency), []);

/**
 * Requests with fields whose two values are mapped to each other, those fields, and mappings that were forgotten;
 * absent where nothing was counted.
 */
const MappedCounts = v.object({ requests: v.number(), fields: v.number(), dropped: v.number() });
export type MappedCounts = v.InferOutput<typeof MappedCounts>;
const mapped = v.optional(MappedCounts);

/** Downstream calls; absent in rounds from before they were compared. */
const calls = v.optional(RoundCalls);

/** Where the running build answers unlike the recordings; absent in runs without it. */
const dataMoved = v.optional(v.array(MovedCluster));

/** Requests that change data; absent where none did, and in runs without a running build. */
const sentToBoth = v.optional(SentToBoth);

/** Clusters of one chunk. */
export const ChunkSummary = v.object({
  clusters: v.array(Cluster),
  /**
   * Positions of the requests of each cluster, in the order of `clusters`, empty if nothing differs; absent in chunks
   * from before they were recorded.
   */
  items: v.optional(v.array(v.array(v.number()))),
  comparedUnder,
  latency,
  mapped,
  calls,
  dataMoved,
  sentToBoth,
  /** The recompare request that produced it; null: the replay, or a query after rules changed. */
  recompare: v.nullable(v.string()),
});
export type ChunkSummary = v.InferOutput<typeof ChunkSummary>;

/** A settled round's clusters with the endpoints of its scope. */
export const RoundClusters = v.object({
  ...RoundScope.entries,
  clusters: v.array(Cluster),
  comparedUnder,
  latency,
  /** Absent in rounds from before durations of single requests were stored. */
  times: v.optional(v.array(EndpointTimes)),
  mapped,
  calls,
  dataMoved,
  sentToBoth,
});
export type RoundClusters = v.InferOutput<typeof RoundClusters>;

/** The stored RoundClusters of a round that have not been read yet. */
export interface UnreadClusters extends StoredValue {
  /** Equal only for equal clusters. */
  id(): string;
  /** The same object as before if they have not changed; undefined if they have expired. */
  read(): Promise<RoundClusters | undefined>;
}
