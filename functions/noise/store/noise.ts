import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import type { Chunk } from '../../replay/domain/results/chunk.ts';
import { NoiseFacts, RoundSecondAnswers } from '../domain/noise-facts.ts';
import { noiseKeys } from './noise-keys.ts';
import { suggestionRows } from './suggestions.ts';

export type NoiseStore = ReturnType<typeof noiseStore>;

/**
 * Results of noise reduction (interface 3.1). They expire with their plan. Every pk begins with `T#<tenant>#`.
 * `NOISE#<planId>#<n>#<chunk mod 10>`: `ITEM#<item>` is the result of one request, `CHUNK#<c>` the merged results of a
 * chunk.
 * `PLAN#<planId>`: `NOISE#<n>#<id>` is one suggestion, `SENTAGAIN#<n>` counts second answers,
 * `SENTLATER#<n>` says that requests are sent again later.
 */
export function noiseStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const keys = noiseKeys(tenant);
  const { factsKey, itemKey, chunkKey, secondAnswersKey, laterKey, blobKey } = keys;

  return {
    ...suggestionRows(table, keys),

    /** The partitions that hold what was judged in a plan's rounds; its suggestions are with the plan. */
    partitionsOf: keys.partitionsOf,

    /** Stores the result of one request. The request is not sent again for this round. */
    async putItem({ planId, expiresAt }: ReplayPlan, round: number, chunk: number, item: number, facts: NoiseFacts) {
      const stored = await values.write(blobKey(planId, `${round}-item-${item}`), facts);
      await table.put({ pk: factsKey(planId, round, chunk), sk: itemKey(item), ...stored, expiresAt });
    },

    /** What was found about one request; undefined if it was not judged. */
    async findItem(planId: string, round: number, chunk: number, item: number): Promise<NoiseFacts | undefined> {
      const row = await table.get({ pk: factsKey(planId, round, chunk), sk: itemKey(item) });
      return row && v.parse(NoiseFacts, await values.read(row));
    },

    /** How many failing requests of a round have a second answer; undefined before it was judged. */
    async secondAnswers(planId: string, round: number): Promise<RoundSecondAnswers | undefined> {
      const row = await table.get(secondAnswersKey(planId, round));
      return row && v.parse(RoundSecondAnswers, row);
    },

    /**
     * Notes that requests of a round are sent again later; false if that was noted before, so that none is sent twice.
     */
    beginLater: ({ planId, expiresAt }: ReplayPlan, round: number): Promise<boolean> =>
      table.put({ ...laterKey(planId, round), expiresAt }, { when: 'absent' }),

    putSecondAnswers: ({ planId, expiresAt }: ReplayPlan, round: number, found: RoundSecondAnswers) =>
      table.put({ ...secondAnswersKey(planId, round), ...found, expiresAt }),

    /** The judged requests of one chunk, by item. */
    async itemsOf(planId: string, round: number, { chunk, first, cases }: Chunk): Promise<Map<number, NoiseFacts>> {
      const rows = queryAll(table, {
        pk: factsKey(planId, round, chunk),
        from: itemKey(first),
        to: itemKey(first + cases.length),
      });
      const items = new Map<number, NoiseFacts>();
      for await (const row of rows) {
        items.set(Number(row.sk.slice('ITEM#'.length)), v.parse(NoiseFacts, await values.read(row)));
      }
      return items;
    },

    async putChunk({ planId, expiresAt }: ReplayPlan, round: number, chunk: number, facts: NoiseFacts) {
      const stored = await values.write(blobKey(planId, `${round}-chunk-${chunk}`), facts);
      await table.put({ ...chunkKey(planId, round, chunk), ...stored, expiresAt });
    },

    /** Undefined while requests of the chunk are not judged yet. */
    async findChunk(planId: string, round: number, chunk: number): Promise<NoiseFacts | undefined> {
      const row = await table.get(chunkKey(planId, round, chunk));
      return row && v.parse(NoiseFacts, await values.read(row));
    },
  };
}
