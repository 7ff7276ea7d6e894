import { accept, type Result, refuse } from '../../platform/result.ts';
import { withoutMasks } from './masked-headers.ts';
import { repeatsHeader } from './replay-headers.ts';
import { changedTargets } from './targets/changed-targets.ts';

/** The headers that runs set and leave out, as an application stores them. */
interface SentHeaders {
  set: Record<string, string>;
  always: string[];
  remove: string[];
  targets: Record<string, string[]>;
}

type HeadersChange = { readonly [Name in keyof SentHeaders]?: SentHeaders[Name] | null | undefined };

/**
 * The headers of runs after a change: absent and null members stay as they are, and a masked value too. New values are
 * saved for the addresses that are `allowed`, unless the change names others.
 */
export function changedHeaders(
  stored: SentHeaders,
  change: HeadersChange,
  allowed: readonly string[],
): Result<SentHeaders, 'INVALID_SETTINGS'> {
  if (repeatsHeader(Object.keys(change.set ?? {})))
    return refuse('INVALID_SETTINGS', 'replay.headers.set repeats a header: names are case-insensitive');
  const set = withoutMasks(change.set ?? stored.set, stored.set);
  if (set === null)
    return refuse('INVALID_SETTINGS', 'replay.headers.set has a mask (***) for a header that has no value yet');
  const isSet = isOneOf(Object.keys(set));
  const targets = changedTargets(stored, change, Object.keys(set), allowed);
  if (targets === null)
    return refuse('INVALID_SETTINGS', 'replay.headers.targets adds an address to a value that is not sent with it');
  if (change.always?.every(isSet) === false)
    return refuse('INVALID_SETTINGS', 'replay.headers.always names a header that is not in replay.headers.set');
  return accept({
    set,
    // A header that leaves `set` leaves `always`, so that clients that do not know `always` can remove it.
    always: change.always ?? stored.always.filter(isSet),
    remove: change.remove ?? stored.remove,
    targets,
  });
}

/** Checks whether a header name is one of these; upper and lower case are one. */
function isOneOf(names: readonly string[]): (name: string) => boolean {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (name) => known.has(name.toLowerCase());
}
