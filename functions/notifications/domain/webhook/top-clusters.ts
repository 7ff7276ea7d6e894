import type { Kind } from '../../../compare/domain/kinds.ts';
import { compareText } from '../../../platform/text-order.ts';
import type { Cluster } from '../../../replay/domain/results/clusters.ts';

/** One kind of difference at one subject, over all endpoints that show it (spec 6.1). */
export interface TopCluster {
  kind: Kind;
  subject: string;
  /** Those with most affected cases first. */
  operations: string[];
  affectedCases: number;
  /** The first of `operations`. */
  sampleOperation: string;
  /** A request of `sampleOperation` that shows the difference; absent where none is known. */
  samplePlanItemId?: string;
}

/** Most entries of `topClusters`. */
const MOST_TOP_CLUSTERS = 10;

interface Tally {
  kind: Kind;
  subject: string;
  /** Affected cases and a sample of each endpoint. */
  endpoints: Map<string, { cases: number; sample: string | undefined }>;
  affectedCases: number;
}

/** How many kinds of difference at how many subjects count today, and those with most affected cases; of clusters as counted-clusters.ts gives them. */
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
  return { clusterCount: tallies.size, topClusters: byWeight.slice(0, MOST_TOP_CLUSTERS).map(topCluster) };
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
