import { MASK } from '../masked-headers.ts';
import { narrowed, savedForEarlier } from './saved-for.ts';

interface HeadersChange {
  set?: Readonly<Record<string, string>> | null | undefined;
  targets?: Readonly<Record<string, string[]>> | null | undefined;
}

/**
 * The addresses of the headers that replays set, after a change: a new value is saved for those that the caller names,
 * or else for all that are allowed; one that is sent unchanged keeps its own; a value that is kept loses addresses
 * only. Null if the caller adds one to such a value.
 */
export function changedTargets(
  stored: { set: Readonly<Record<string, string>>; targets: Readonly<Record<string, string[]>> },
  change: HeadersChange,
  names: readonly string[],
  allowed: readonly string[],
): Record<string, string[]> | null {
  const sent = lowerCased(change.set ?? {});
  const wanted = lowerCased(change.targets ?? {});
  const before = lowerCased(stored.targets);
  const values = lowerCased(stored.set);
  const after: [string, string[]][] = [];
  for (const name of names.map((one) => one.toLowerCase())) {
    const value = sent.get(name);
    const isKept = value === undefined || value === MASK;
    // Forms send values that did not change: these are saved for what they were.
    const unchanged = value === values.get(name) ? before.get(name) : undefined;
    const { ok, savedFor } = isKept
      ? narrowed(before.get(name) ?? savedForEarlier(allowed), wanted.get(name))
      : { ok: true, savedFor: wanted.get(name) ?? unchanged ?? [...allowed] };
    if (!ok) return null;
    after.push([name, savedFor]);
  }
  return Object.fromEntries(after);
}

const lowerCased = <Value>(record: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> =>
  new Map(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
