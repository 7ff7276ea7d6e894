import type { Group } from '../../../compare/domain/kinds.ts';
import type { FailureGroup, Scope } from '../findings.ts';

/** The requests of one method of an endpoint. */
interface MethodTally {
  /** The most severe group (spec 3.3 rule 1); undefined: unchanged. */
  group: Group | undefined;
  requests: number;
  withResult: number;
  failed: number;
  /** Requests with a difference of each group. */
  shown: Record<Group, number>;
}

/** What the clusters of an endpoint add up to. */
export interface EndpointTally extends MethodTally {
  failures: Set<string>;
  excluded: Set<string>;
  /** By method; the empty text where it is unknown. */
  byMethod: Map<string, MethodTally>;
}

const emptyTally = (): MethodTally => ({
  group: undefined,
  requests: 0,
  withResult: 0,
  failed: 0,
  shown: { needsAction: 0, toReview: 0 },
});

/** The tally of an endpoint; an empty one if it has none yet. */
export function tallyOf(endpoints: Map<string, EndpointTally>, operation: string): EndpointTally {
  const present = endpoints.get(operation);
  if (present) return present;
  const made: EndpointTally = {
    ...emptyTally(),
    failures: new Set(),
    excluded: new Set(),
    byMethod: new Map(),
  };
  endpoints.set(operation, made);
  return made;
}

/** The part of an endpoint's tally that is of one method. */
export function methodTallyOf({ byMethod }: EndpointTally, method = ''): MethodTally {
  const present = byMethod.get(method);
  if (present) return present;
  const made = emptyTally();
  byMethod.set(method, made);
  return made;
}

/** One tally for each endpoint as method and path. */
export const methodTallies = (tallies: readonly EndpointTally[]): MethodTally[] =>
  tallies.flatMap(({ byMethod }) => [...byMethod.values()]);

/** Adds the failing requests of a cluster to the tally of its endpoint or method. */
export function addFailing(tally: MethodTally, requests: number, groups: ReadonlySet<Group>): void {
  tally.failed += requests;
  if (groups.has('needsAction')) tally.group = 'needsAction';
  tally.group ??= 'toReview';
  for (const group of groups) tally.shown[group] += requests;
}

/** The counts of a scope by method and path; `uncovered`: those without a request. */
export function endpointCountsOf(tallies: readonly EndpointTally[], uncovered: number): Scope['endpoints'] {
  const all = methodTallies(tallies);
  return {
    inScope: all.length + uncovered,
    replayed: all.filter(({ withResult }) => withResult > 0).length,
    unchanged: all.filter(({ failed, withResult, requests }) => failed === 0 && withResult === requests).length,
    uncovered,
    needsAction: all.filter(({ group }) => group === 'needsAction').length,
    toReview: all.filter(({ group }) => group === 'toReview').length,
  };
}

/** The kinds of failure, each with the number of its endpoints. */
export function failureGroups(tallies: readonly EndpointTally[]): FailureGroup[] {
  const interfaces = new Map<string, number>();
  for (const { failures } of tallies)
    for (const kind of failures) interfaces.set(kind, (interfaces.get(kind) ?? 0) + 1);
  return [...interfaces].map(([kind, count]) => ({ kind, interfaces: count }));
}
