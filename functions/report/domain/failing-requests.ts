import { KIND_LABELS } from '../../compare/domain/kind-labels.ts';
import { endpointName } from '../../findings/domain/endpoint-labels.ts';
import type { FailedCluster } from '../../replay/domain/results/failed-cases.ts';

/** Which failing requests a reader asks for. Empty: any. */
export interface FailingFilter {
  operation: string;
  method: string;
  /** `GET /orders` */
  endpoint: string;
  kind: string;
  subject: string;
}

/** A failing request, by its position in the plan, and the cluster that it is of. */
export interface FailingRequest {
  item: number;
  cluster: FailedCluster;
}

/** The clusters that a reader asked for. */
export const filteredClusters = (
  clusters: readonly FailedCluster[],
  { operation, method, endpoint, kind, subject }: FailingFilter,
): FailedCluster[] =>
  clusters.filter(
    (cluster) =>
      (operation === '' || cluster.operation === operation) &&
      (method === '' || cluster.method === method) &&
      (endpoint === '' || endpointName(cluster.operation, cluster.method) === endpoint) &&
      cluster.differences.some(
        (one) => (kind === '' || one.kind === kind) && (subject === '' || one.subject === subject),
      ),
  );

/** The requests of clusters, in the order of the plan. */
export const requestsOf = (clusters: readonly FailedCluster[]): FailingRequest[] =>
  clusters.flatMap((cluster) => cluster.items.map((item) => ({ item, cluster }))).sort((a, b) => a.item - b.item);

/** Whether the endpoint or a difference of a cluster contains a text in lower case. */
export const clusterContains = ({ operation, method, differences }: FailedCluster, text: string): boolean =>
  endpointName(operation, method).toLowerCase().includes(text) ||
  differences.some(
    ({ kind, subject }) => subject.toLowerCase().includes(text) || KIND_LABELS[kind].en.toLowerCase().includes(text),
  );
