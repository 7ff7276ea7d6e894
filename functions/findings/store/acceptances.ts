import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { paddedTime } from '../../platform/values/padded.ts';
import type { Item, World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';

/** One call that accepted results of a run as recordings. */
export const Acceptance = v.object({
  /** Epoch ms; names the call within its run. */
  at: v.number(),
  by: v.string(),
  note: v.optional(v.string()),
  /** Number of recordings that got a new version; null while the call works, and if it was cut off. */
  accepted: v.nullable(v.number()),
  /** The number of the version that most of them got. */
  version: v.optional(v.number()),
  /** Who undid it. */
  undone: v.optional(v.object({ by: v.string(), at: v.number() })),
});
export type Acceptance = v.InferOutput<typeof Acceptance>;

const CaseIds = v.array(v.string());

export type AcceptanceStore = ReturnType<typeof acceptanceStore>;

/**
 * Stores what was accepted of a run, so that it can be undone: pk `T#<tenant>#PLAN#<planId>`, sk `ACCEPT#<at>`, with
 * the ids of the recordings that the call is about. It is written before the first of them changes, and expires with
 * its plan.
 */
export function acceptanceStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const pk = (planId: string) => partitionOf('plans', tenant, planId);
  const keyOf = (planId: string, at: number) => ({ pk: pk(planId), sk: `ACCEPT#${paddedTime(at)}` });
  const acceptanceIn = (row: Item) => v.parse(Acceptance, row);

  return {
    /** Notes a call and its recordings before it changes any; false if the run has another call of the same time. */
    async begin(
      { planId, expiresAt }: ReplayPlan,
      acceptance: Acceptance,
      caseIds: readonly string[],
    ): Promise<boolean> {
      const blob = blobKeyOf('plans', encodeURIComponent(tenant), planId, `accept-${acceptance.at}`);
      const stored = await values.write(blob, caseIds);
      return table.put({ ...keyOf(planId, acceptance.at), ...acceptance, ...stored, expiresAt }, { when: 'absent' });
    },

    /** Notes how a call ended, or that it was undone. */
    note: (planId: string, at: number, facts: Partial<Pick<Acceptance, 'accepted' | 'version' | 'undone'>>) =>
      table.update(keyOf(planId, at), facts, { when: 'present' }),

    /** A call and the recordings that it was about; undefined if there is none. */
    async find(planId: string, at: number): Promise<{ acceptance: Acceptance; caseIds: string[] } | undefined> {
      const row = await table.get(keyOf(planId, at));
      return row && { acceptance: acceptanceIn(row), caseIds: v.parse(CaseIds, (await values.read(row)) ?? []) };
    },

    /** The calls of a run, the newest first. */
    list: async (planId: string): Promise<Acceptance[]> =>
      (await Array.fromAsync(queryAll(table, { pk: pk(planId), prefix: 'ACCEPT#', descending: true }))).map(
        acceptanceIn,
      ),
  };
}
