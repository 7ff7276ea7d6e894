import { fieldTime } from '../../compare/domain/generated/current-time.ts';
import { type RandomId, randomId } from '../../compare/domain/generated/random-id.ts';
import { isObject } from '../../platform/json/is-object.ts';

/** A shorter list is sorted on both sides by chance more than once in 500 times. */
export const MIN_SORTED_LENGTH = 4;

/**
 * Whether both lists are sorted by a random id that each of their elements has, new on the replayed side, and hold the same
 * elements apart from random ids and times: then the order follows from the ids.
 */
export function isSortedByRandomId(recorded: readonly unknown[], replayed: readonly unknown[]): boolean {
  const [first] = recorded;
  if (recorded.length !== replayed.length || recorded.length < 2 || !isObject(first)) return false;
  const isSorted = Object.keys(first).some((name) => {
    const a = idsOf(recorded, name);
    const b = idsOf(replayed, name);
    if (a === null || b === null || a.form !== b.form || a.fixed !== b.fixed) return false;
    const known = new Set(a.ids);
    const direction = directionOf(a.ids);
    return direction !== 0 && direction === directionOf(b.ids) && !b.ids.some((id) => known.has(id));
  });
  return isSorted && areSame(recorded.map(masked), replayed.map(masked));
}

/** The ids of all elements by one name; null if one has none, or one of another form. */
function idsOf(list: readonly unknown[], name: string): (RandomId & { ids: string[] }) | null {
  const ids: string[] = [];
  let common: RandomId | null = null;
  for (const element of list) {
    const id = isObject(element) ? element[name] : null;
    const found = typeof id === 'string' ? randomId(id, name) : null;
    if (typeof id !== 'string' || found === null) return null;
    common ??= found;
    if (found.form !== common.form || found.fixed !== common.fixed) return null;
    ids.push(id);
  }
  return common && { ...common, ids };
}

/** 1 if every text is above the one before it, -1 if every one is below it, else 0. */
function directionOf(texts: readonly string[]): -1 | 0 | 1 {
  const pairs = texts.slice(1).map((text, index) => [texts[index] ?? '', text] as const);
  if (pairs.every(([before, after]) => before < after)) return 1;
  return pairs.every(([before, after]) => before > after) ? -1 : 0;
}

/** An element as text, with a sign for each random id and time, and its members by name. */
const masked = (element: unknown): string =>
  JSON.stringify(element, (name, value: unknown) => {
    if (typeof value === 'string') {
      const generated = randomId(value, name) ?? fieldTime({ type: 'string', text: value });
      return generated === null ? value : { form: generated.form };
    }
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  }) ?? '';

function areSame(recorded: readonly string[], replayed: readonly string[]): boolean {
  const others = replayed.toSorted();
  return recorded.toSorted().every((text, index) => text === others[index]);
}
