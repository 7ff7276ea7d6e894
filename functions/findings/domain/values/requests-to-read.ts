import { sumOf } from '../../../platform/values/sum-of.ts';

/** Requests with the same differences. */
interface Group<Item> {
  differences: readonly { kind: string; subject: string }[];
  operation: string;
  items: readonly Item[];
}

/**
 * Chooses at most `max` requests whose values are read: one of each group that shows a difference which none before
 * shows, largest groups first, then an even share of each group.
 */
export function requestsToRead<Item>(groups: readonly Group<Item>[], max: number): Item[] {
  const largest = groups.filter(({ items }) => items.length > 0).sort((a, b) => b.items.length - a.items.length);
  const chosen = new Set<Item>();
  const shown = new Set<string>();
  for (const { operation, differences, items } of largest) {
    const [first] = items;
    if (chosen.size === max || first === undefined) break;
    const keys = differences.map(({ kind, subject }) => JSON.stringify([operation, kind, subject]));
    if (keys.every((key) => shown.has(key))) continue;
    for (const key of keys) shown.add(key);
    chosen.add(first);
  }
  const total = sumOf(largest, ({ items }) => items.length);
  const left = max - chosen.size;
  for (const { items } of largest) {
    const share = total <= max ? items.length : Math.floor((left * items.length) / total);
    for (let index = 0; index < share && chosen.size < max; index++) {
      const item = items[Math.floor((index * items.length) / share)];
      if (item !== undefined) chosen.add(item);
    }
  }
  return [...chosen];
}
