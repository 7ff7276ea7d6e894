import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { padded } from '../../platform/values/padded.ts';
import type { StoredJson } from '../../platform/values/stored-json.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { StoredAnswer, StoredClusters } from '../domain/stored/stored-answer.ts';

export type AnswerStore = ReturnType<typeof answerStore>;

/**
 * Stores computed findings of rounds with many clusters: pk `T#<tenant>#PLAN#<planId>`, sk `FINDINGS#<n>` and
 * `FOLDED#<n>`, each with the digest of what it was computed from; they expire with their plan.
 */
export function answerStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const stored = inlineOrBlob(blobs);
  const keyOf = (row: string, planId: string, round: number) => ({
    pk: `T#${tenant}#PLAN#${planId}`,
    sk: `${row}#${padded(round, 4)}`,
  });

  /** Undefined if there is none of this digest, or it is damaged or has expired: then it is computed again. */
  const find = <S extends v.GenericSchema>(row: string, schema: S, planId: string, round: number, digest: string) =>
    undefinedIfDamaged(
      (async (): Promise<v.InferOutput<S> | undefined> => {
        const item = await table.get(keyOf(row, planId, round));
        const read = item?.digest === digest ? await stored.read(item) : undefined;
        const parsed = v.safeParse(schema, read);
        return parsed.success ? parsed.output : undefined;
      })(),
    );

  async function put(row: string, { planId, expiresAt }: ReplayPlan, round: number, digest: string, made: StoredJson) {
    const blobKey = `plans/${encodeURIComponent(tenant)}/${planId}/${row.toLowerCase()}-${round}`;
    await table.put({
      ...keyOf(row, planId, round),
      digest,
      ...(await stored.writeStored(blobKey, made)),
      expiresAt,
    });
  }

  return {
    findAnswer: (planId: string, round: number, digest: string): Promise<StoredAnswer | undefined> =>
      find('FINDINGS', StoredAnswer, planId, round, digest),

    findClusters: (planId: string, round: number, digest: string): Promise<StoredClusters | undefined> =>
      find('FOLDED', StoredClusters, planId, round, digest),

    /** The answer is stored last, so that a reader who finds it also finds its clusters. */
    async put(
      plan: ReplayPlan,
      round: number,
      digest: string,
      made: { answer: StoredJson; clusters: StoredJson },
    ): Promise<void> {
      await put('FOLDED', plan, round, digest, made.clusters);
      await put('FINDINGS', plan, round, digest, made.answer);
    },
  };
}
