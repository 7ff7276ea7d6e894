import type { Kind } from '../../../compare/domain/kinds.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';

/** One kind of difference at one subject, over all its endpoints (spec 6.1). */
export interface TopCluster {
  kind: Kind;
  subject: string;
  /** Most affected cases first. */
  operations: string[];
  affectedCases: number;
  /** The first of `operations`. */
  sampleOperation: string;
  /** A request of `sampleOperation` with the difference. Absent if none is known. */
  samplePlanItemId?: string;
}

/** Maximum entries of `topClusters`. */
const MAX_TOP_CLUSTERS = 10;

interface Tally {
  kind: Kind;
  subject: string;
  /** Affected cases and a sample per endpoint. */
  endpoints: Map<string, { cases: number; sample: string | undefined }>;
  affectedCases: number;
}

/**
 * The number of kinds of difference per subject that currently count, and those with the most affected cases. Expects
 * the clusters of counted-clusters.ts.
 */
export function topClusters(clusters: readonly Cluster[]): { clusterCount: number; topClusters: TopCluster[] } {
  const tallies = new Map<string, Tally>();
  for (const { operation, requests, differences, samples } of clusters) {
    for (const { kind, subject } of differences) {
      const key = `${kind} ${subject}`;
      const tally = tallies.get(key) ?? { kind, subject, endpoints: new Map(), affectedCases: 0 };
      tallies.set(key, tally);
      const { cases, sample } = tally.endpoints.get(operation) ?? { cases: 0, sample: undefined };
      tally.endpoints.set(operation, { cases: cases + requests, sample: sample ?? samples[0] });
      tally.affectedCases += requests;
    }
  }
  const byWeight = [...tallies.values()].sort(
    (a, b) => b.affectedCases - a.affectedCases || compareText(a.kind, b.kind) || compareText(a.subject, b.subject),
  );
  return { clusterCount: tallies.size, topClusters: byWeight.slice(0, MAX_TOP_CLUSTERS).map(topCluster) };
}

function topCluster({ kind, subject, endpoints, affectedCases }: Tally): TopCluster {
  const byWeight = [...endpoints].sort(([a, { cases: ofA }], [b, { cases: ofB }]) => ofB - ofA || compareText(a, b));
  const [sampleOperation, { sample }] = byWeight[0] ?? ['', { sample: undefined }];
  return {
    kind,
    subject,
    operations: byWeight.map(([operation]) => operation),
    affectedCases,
    sampleOperation,
    ...(sample !== undefined && { samplePlanItemId: sample }),
  };
}
