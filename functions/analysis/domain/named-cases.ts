import * as v from 'valibot';
import { ItemList, itemSteps } from '../../replay/domain/results/item-list.ts';

/** Causes of a failed case (spec 2.5), most severe first. */
export const TIERS = ['CODE_CHANGE', 'UNDETERMINED', 'INVALID'] as const;

/** A diagnosis' entry for one case: its tier, and the key of the code change that caused it. */
export interface NamedCase {
  tier: (typeof TIERS)[number];
  change: string | null;
}

/** Merged entries of a round's diagnoses, by the case's position in the plan. */
export type NamedCases = ReadonlyMap<number, NamedCase>;

/** Grouped by content, so that 125,000 cases stay small. */
export const StoredNamedCases = v.array(
  v.object({ tier: v.picklist(TIERS), change: v.nullable(v.string()), items: ItemList }),
);

/** Parses the result of `storedNamedCases`. */
export const namedCases = (stored: v.InferOutput<typeof StoredNamedCases>): NamedCases =>
  new Map(stored.flatMap(({ items, ...named }) => items.map((item) => [item, named] as const)));

/** Serializes named cases for storage. */
export function storedNamedCases(named: NamedCases): v.InferInput<typeof StoredNamedCases> {
  const groups = new Map<string, NamedCase & { items: number[] }>();
  for (const [item, { tier, change }] of named) {
    const key = JSON.stringify([tier, change]);
    const group = groups.get(key) ?? { tier, change, items: [] };
    groups.set(key, group);
    group.items.push(item);
  }
  return [...groups.values()].map((group) => ({ ...group, items: itemSteps(group.items) }));
}
