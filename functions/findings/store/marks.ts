import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import type { Table } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';

/** A request that a person marked as expected (interface 10). */
export const Mark = v.object({
  item: v.number(),
  comment: v.nullable(v.string()),
  markedBy: v.string(),
  /** Epoch ms. */
  markedAt: v.number(),
  /** Digest of the outcome's key, which identifies its cluster. */
  outcome: v.string(),
});
export type Mark = v.InferOutput<typeof Mark>;

export type MarkStore = ReturnType<typeof markStore>;

/**
 * Stores a round's requests marked as expected: pk `T#<tenant>#PLAN#<planId>`, sk `MARK#<n>#<item>`; they expire
 * with their plan.
 */
export function markStore(table: Table, tenant: string) {
  const pk = (planId: string) => partitionOf('plans', tenant, planId);
  const ofRound = (round: number) => `MARK#${padded(round, 4)}#`;
  const itemText = (item: number) => padded(item, 8);
  const keyOf = (planId: string, round: number, item: number) => ({
    pk: pk(planId),
    sk: `${ofRound(round)}${itemText(item)}`,
  });

  return {
    put: ({ planId, expiresAt }: ReplayPlan, round: number, mark: Mark) =>
      table.put({ ...keyOf(planId, round, mark.item), ...mark, expiresAt }),

    async find(planId: string, round: number, item: number): Promise<Mark | undefined> {
      const row = await table.get(keyOf(planId, round, item));
      return row && v.parse(Mark, row);
    },

    /** Updates the current cluster of a marked request; changes nothing if the mark was removed. */
    moveTo: (planId: string, round: number, item: number, outcome: string) =>
      table.update(keyOf(planId, round, item), { outcome }, { when: 'present' }),

    remove: (planId: string, round: number, item: number) => table.remove(keyOf(planId, round, item)),

    /** Marks of a round, or of its items from `from` (inclusive) to `to` (exclusive). */
    async list(planId: string, round: number, items?: { from: number; to: number }): Promise<Mark[]> {
      const prefix = ofRound(round);
      const range = items
        ? { from: `${prefix}${itemText(items.from)}`, to: `${prefix}${itemText(items.to)}` }
        : { prefix };
      const rows = await Array.fromAsync(queryAll(table, { pk: pk(planId), ...range }));
      return rows.map((row) => v.parse(Mark, row));
    },
  };
}
