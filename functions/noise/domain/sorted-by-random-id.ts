import { fieldTime } from '../../compare/domain/generated/current-time.ts';
import { type RandomId, randomId } from '../../compare/domain/generated/random-id.ts';
import { revisionNumber } from '../../compare/domain/generated/random-value.ts';
import { isObject } from '../../platform/json/is-object.ts';

/** `by chance`: the ids are in order on both sides, as they would be more than once in 500 times anyway. */
export type SortedById = 'sorted' | 'by chance' | 'not sorted';

/** Four elements are in order on both sides by chance once in 576 times. */
const MAX_CHANCE = 1 / 576;

/**
 * Whether both lists are sorted by an id that is random in some of their elements, and hold the same elements apart
 * from random ids and times: then the order follows from the ids. They may be sorted by another member first, and by
 * the id among elements that are equal in it. Elements may be gone, or new, which is a difference of its own.
 */
export function sortedByRandomId(recorded: readonly unknown[], replayed: readonly unknown[]): SortedById {
  if (Math.min(recorded.length, replayed.length) < 2) return 'not sorted';
  if (!areSame(recorded.map(masked), replayed.map(masked))) return 'not sorted';
  const names = isObject(recorded[0]) ? Object.keys(recorded[0]) : [null];
  const chances = names.flatMap((name) => {
    const a = idsOf(recorded, name);
    const b = idsOf(replayed, name);
    if (a === null || b === null || a.form !== b.form || a.fixed !== b.fixed) return [];
    const known = new Set(a.random);
    if (b.random.some((id) => known.has(id))) return [];
    return [null, ...names.filter((other) => other !== name)].map((by) =>
      chanceOf(groupsOf(recorded, a.ids, by), groupsOf(replayed, b.ids, by)),
    );
  });
  const chance = Math.min(1, ...chances);
  if (chance === 1) return 'not sorted';
  return chance <= MAX_CHANCE ? 'sorted' : 'by chance';
}

/** A member of an element, or the element itself. */
const memberOf = (element: unknown, name: string | null): unknown =>
  name === null ? element : isObject(element) ? element[name] : undefined;

/**
 * The texts of all elements by one name, and those that are random; null if one has none, or the random ones have
 * several forms.
 */
function idsOf(list: readonly unknown[], name: string | null): (RandomId & { ids: string[]; random: string[] }) | null {
  const ids: string[] = [];
  const random: string[] = [];
  let common: RandomId | null = null;
  for (const element of list) {
    const id = memberOf(element, name);
    if (typeof id !== 'string') return null;
    ids.push(id);
    const found = randomId(id, name ?? 'id');
    if (found === null) continue;
    common ??= found;
    if (found.form !== common.form || found.fixed !== common.fixed) return null;
    random.push(id);
  }
  return common && { ...common, ids, random };
}

/** The ids of elements in a row that are equal by a name; of all elements without a name. */
interface Group {
  text: string;
  ids: string[];
}

function groupsOf(list: readonly unknown[], ids: readonly string[], name: string | null): Group[] {
  if (name === null) return [{ text: '', ids: [...ids] }];
  const groups: Group[] = [];
  for (const [index, element] of list.entries()) {
    const text = masked(memberOf(element, name));
    const last = groups.at(-1);
    if (last?.text === text) last.ids.push(ids[index] ?? '');
    else groups.push({ text, ids: [ids[index] ?? ''] });
  }
  return groups;
}

/**
 * How likely it is by chance that every group is in the same direction on both sides; 1 if it is not, or groups moved.
 */
function chanceOf(recorded: readonly Group[], replayed: readonly Group[]): number {
  const [short, long] = [recorded, replayed].toSorted((a, b) => a.length - b.length);
  if (!short || !long || !isInside(short, long)) return 1;
  const lists = [...recorded, ...replayed].map(({ ids }) => ids).filter(({ length }) => length > 1);
  const directions = new Set(lists.map(directionOf));
  if (directions.has(0) || directions.size > 1) return 1;
  return lists.reduce((chance, { length }) => chance / factorial(length), 1);
}

/** Whether the groups come in the same order on the other side, which may have more. */
function isInside(short: readonly Group[], long: readonly Group[]): boolean {
  let found = 0;
  for (const { text } of long) if (short[found]?.text === text) found++;
  return found === short.length;
}

const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(Math.min(count, 20) - 1));

/** 1 if every text is above the one before it, -1 if every one is below it, else 0. */
function directionOf(texts: readonly string[]): -1 | 0 | 1 {
  const pairs = texts.slice(1).map((text, index) => [texts[index] ?? '', text] as const);
  if (pairs.every(([before, after]) => before < after)) return 1;
  return pairs.every(([before, after]) => before > after) ? -1 : 0;
}

/** An element as text, with a sign for each random id, revision and time, and its members by name. */
const masked = (element: unknown): string =>
  JSON.stringify(element, (name, value: unknown) => {
    if (typeof value === 'string') {
      const generated = randomId(value, name === '' ? 'id' : name) ?? fieldTime({ type: 'string', text: value });
      if (generated !== null) return { form: generated.form };
      const number = revisionNumber(value);
      return number === null ? value : { form: `revision ${number}` };
    }
    return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  }) ?? '';

/** Whether the shorter list has no element that the longer one has not. */
function areSame(recorded: readonly string[], replayed: readonly string[]): boolean {
  const [short = [], long = []] = [recorded, replayed].toSorted((a, b) => a.length - b.length);
  const left = new Map<string, number>();
  for (const text of long) left.set(text, (left.get(text) ?? 0) + 1);
  return short.every((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0;
  });
}
