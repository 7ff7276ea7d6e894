import type { EndpointFacts } from '../../../functions/platform/http/api.ts';

/** What one function answers. */
export interface RoutedTarget {
  readonly endpoints: readonly Pick<EndpointFacts, 'method' | 'path'>[];
  /** Where unknown paths begin that it answers; `''` for every path that has no other. */
  readonly fallbacks: readonly string[];
}

/** A path of the API and the function that answers every method of it. */
export interface GatewayRoute<Target> {
  /** In the notation of API Gateway: `/a/{id}`, `/a/{proxy+}`. */
  path: string;
  target: Target;
}

/** A segment of the tree of all paths. */
interface Segment<Target> {
  path: string;
  below: Map<string, Segment<Target>>;
  /** The function of the path itself. */
  own: Target | null;
  /** The function of unknown paths below. */
  fallback: Target | null;
  /** The functions of every path here and below. */
  all: Set<Target>;
}

/**
 * The paths that lead every endpoint to its function, as few as there can be without a change of the functions: API
 * Gateway takes 300 path segments. A part of the tree that belongs to one function is one path and `{proxy+}` below it,
 * and nothing where the fallback beside it leads to the same function. The function itself routes inside. `apart` are
 * paths that stay by themselves, since settings of the stage name them. Throws if two functions answer one path.
 */
export function gatewayRoutes<Target extends RoutedTarget>(
  targets: readonly Target[],
  apart: readonly string[],
): GatewayRoute<Target>[] {
  const root = segmentOf<Target>('');
  for (const target of targets) {
    for (const { path } of target.endpoints) {
      const end = segmentAt(root, path, target);
      if (end.own !== null && end.own !== target) throw new Error(`two functions answer ${path}`);
      end.own = target;
    }
    for (const prefix of target.fallbacks) segmentAt(root, prefix, target).fallback = target;
  }
  return collected(root, { beside: null, above: null }, apart);
}

const segmentOf = <Target>(path: string): Segment<Target> => ({
  path,
  below: new Map(),
  own: null,
  fallback: null,
  all: new Set(),
});

/** The segment at the end of a path; every segment on the way knows the function. */
function segmentAt<Target>(root: Segment<Target>, path: string, target: Target): Segment<Target> {
  let at = root;
  at.all.add(target);
  for (const name of path.split('/').filter((part) => part !== '')) {
    const next = at.below.get(name) ?? segmentOf<Target>(`${at.path}/${name}`);
    at.below.set(name, next);
    next.all.add(target);
    at = next;
  }
  return at;
}

/** The functions of the fallbacks that unknown paths reach: of the one beside a segment, and of the nearest above. */
interface Fallbacks<Target> {
  beside: Target | null;
  above: Target | null;
}

function collected<Target>(
  { path, below, own, fallback, all }: Segment<Target>,
  { beside, above }: Fallbacks<Target>,
  apart: readonly string[],
): GatewayRoute<Target>[] {
  const [first] = all;
  const deeper = path !== '' && apart.some((one) => one.startsWith(`${path}/`));
  if (all.size === 1 && first !== undefined && path !== '' && !deeper) {
    if (first === beside && !apart.includes(path)) return [];
    const isParent = below.size > 0 || fallback !== null;
    return [
      ...(own === null ? [] : [{ path, target: first }]),
      ...(isParent ? [{ path: `${path}/{proxy+}`, target: first }] : []),
    ];
  }
  const nearest = fallback ?? above;
  // What lies below makes a resource of this path, so that a fallback above does not answer it.
  const answering = own ?? above;
  return [
    ...(answering === null ? [] : [{ path: path || '/', target: answering }]),
    ...(fallback === null ? [] : [{ path: `${path}/{proxy+}`, target: fallback }]),
    ...[...below.values()].flatMap((next) => collected(next, { beside: fallback, above: nearest }, apart)),
  ];
}
