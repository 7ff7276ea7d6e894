import * as v from 'valibot';
import type { Change } from './change.ts';

/** The two sides of an exact change: whole values as JSON, null where a side has nothing, or parts of texts. */
export const ChangedValues = v.object({
  recorded: v.nullable(v.string()),
  replayed: v.nullable(v.string()),
  isPart: v.pipe(v.boolean(), v.description('They are parts of texts, whatever surrounds them.')),
});
export type ChangedValues = v.InferOutput<typeof ChangedValues>;

/** The sides of a change that has one pair of them; null for every other change. */
export function changedValues(change: Change): ChangedValues | null {
  if (change.is === 'text') return { recorded: change.removed, replayed: change.added, isPart: true };
  const [only, another] = change.is === 'pairs' ? change.pairs : [];
  return only === undefined || another !== undefined ? null : { ...only, isPart: false };
}
