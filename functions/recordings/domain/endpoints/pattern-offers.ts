import * as v from 'valibot';
import { Count } from '../../../platform/values/shown-values.ts';
import { countEndpoints, type RecordedEndpoint } from '../recorded-endpoint.ts';
import { pathOfName } from './patterned-name.ts';

/** A pattern is offered for more paths than this that differ in one segment. @internal */
export const MIN_OFFERED = 20;
const MAX_SAMPLES = 3;

/** A pattern that would make many endpoints one. */
export const PatternOffer = v.object({
  pattern: v.string(),
  /** How many endpoints it is for, as method and path. */
  endpoints: Count,
  samples: v.array(v.string()),
});
export type PatternOffer = v.InferOutput<typeof PatternOffer>;

/** The patterns for endpoints that differ in one segment only, those of most endpoints first. */
export function patternOffers(endpoints: readonly RecordedEndpoint[]): PatternOffer[] {
  const groups = new Map<string, { names: Set<string>; segments: string[]; at: number }>();
  const byPath = Map.groupBy(endpoints, ({ operation }) => pathOfName(operation));
  for (const path of byPath.keys()) {
    if (path === null) continue;
    const segments = path.split('/');
    for (const [at, segment] of segments.entries()) {
      if (segment === '' || segment.includes('{')) continue;
      const key = segments.with(at, '\0').join('/');
      const group = groups.get(key) ?? { names: new Set<string>(), segments, at };
      groups.set(key, group);
      group.names.add(path);
    }
  }
  const taken = new Set<string>();
  return [...groups.values()]
    .filter(({ names }) => names.size > MIN_OFFERED)
    .sort((a, b) => b.names.size - a.names.size)
    .flatMap(({ names, segments, at }) => {
      // One of two offers for the same endpoints is enough.
      if ([...names].every((name) => taken.has(name))) return [];
      for (const name of names) taken.add(name);
      const pattern = segments.with(at, `{${parameterName(segments)}}`).join('/');
      const own = [...names].flatMap((name) => byPath.get(name) ?? []);
      return [{ pattern, endpoints: countEndpoints(own), samples: [...names].slice(0, MAX_SAMPLES) }];
    });
}

/** A name that no other parameter of the path has. */
const parameterName = (segments: readonly string[]): string =>
  ['name', 'key', 'value'].find((name) => !segments.includes(`{${name}}`)) ?? 'part';
