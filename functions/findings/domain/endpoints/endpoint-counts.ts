import type { Findings, FindingsEntry, FindingsInterface, MethodTotal, Scope } from '../findings.ts';

/** The counts of findings by method and path; by path in findings of earlier versions. */
export const endpointCounts = ({
  scope,
  coverage,
  needsActionInterfaces,
  toReviewInterfaces,
}: Pick<Findings, 'scope' | 'coverage' | 'needsActionInterfaces' | 'toReviewInterfaces'>): Record<
  keyof NonNullable<Scope['endpoints']>,
  number
> => ({
  inScope: scope.interfacesInScope,
  replayed: scope.interfacesReplayed,
  unchanged: scope.interfacesUnchanged,
  uncovered: coverage.uncoveredInterfaces,
  ...scope.endpoints,
  needsAction: scope.endpoints?.needsAction ?? needsActionInterfaces,
  toReview: scope.endpoints?.toReview ?? toReviewInterfaces,
});

/** `12 endpoints (8 paths)`: paths beside endpoints where the numbers differ, as rules of spec 3.2 count paths. */
export const endpointsAndPaths = (findings: Parameters<typeof endpointCounts>[0]): string => {
  const { replayed } = endpointCounts(findings);
  const paths = findings.scope.interfacesReplayed;
  const endpoints = counted(replayed, 'endpoint');
  return replayed === paths ? endpoints : `${endpoints} (${counted(paths, 'path')})`;
};

const counted = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`;

/** One endpoint of an entry by method and path. */
export interface CountedEndpoint extends Omit<MethodTotal, 'method'> {
  operationName: string;
  /** Null where it is unknown. */
  method: string | null;
}

/** The endpoints of an entry by method and path, each with its own counts. */
export const countedEndpoints = (interfaces: readonly FindingsInterface[]): CountedEndpoint[] =>
  interfaces.flatMap(({ operationName, affectedRequests, totalRequests, methodTotals }): CountedEndpoint[] =>
    methodTotals === undefined
      ? [{ operationName, method: null, affectedRequests, totalRequests }]
      : methodTotals.map((one) => ({ operationName, ...one })),
  );

/** How many requests of its endpoints, by method and path, an entry is about. */
export const entryTotal = ({
  interfaces,
  totalRequests,
}: Pick<FindingsEntry, 'interfaces' | 'totalRequests'>): number =>
  interfaces.some(({ methodTotals }) => methodTotals !== undefined)
    ? countedEndpoints(interfaces).reduce((sum, endpoint) => sum + endpoint.totalRequests, 0)
    : totalRequests;
