import * as v from 'valibot';
import type { SuggestedFields } from '../../findings/domain/suggested-fields.ts';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { padded } from '../../platform/values/padded.ts';
import { compareText } from '../../platform/values/text-order.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import type { Chunk } from '../../replay/domain/results/chunk.ts';
import { NoiseFacts, RoundSecondAnswers } from '../domain/noise-facts.ts';
import { Suggestion } from '../domain/suggestions.ts';

export type NoiseStore = ReturnType<typeof noiseStore>;

const SHARDS = 10;
/** Suggestions written concurrently. */
const BATCH_SIZE = 50;
/** Rounds whose parsed suggestions are cached between two polls. */
const CACHE_SIZE = 50;

/**
 * Results of noise reduction (interface 3.1). They expire with their plan. Every pk begins with `T#<tenant>#`.
 * `NOISE#<planId>#<n>#<chunk mod 10>`: `ITEM#<item>` is the result of one request, `CHUNK#<c>` the merged results of a
 * chunk.
 * `PLAN#<planId>`: `NOISE#<n>#<id>` is one suggestion, `SENTAGAIN#<n>` counts second answers,
 * `SENTLATER#<n>` says that requests are sent again later.
 */
export function noiseStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const cache = parseCache<SuggestedFields>(CACHE_SIZE);
  const factsKey = (planId: string, round: number, chunk: number) =>
    `T#${tenant}#NOISE#${planId}#${round}#${chunk % SHARDS}`;
  const itemKey = (item: number) => `ITEM#${padded(item, 8)}`;
  const chunkKey = (planId: string, round: number, chunk: number) => ({
    pk: factsKey(planId, round, chunk),
    sk: `CHUNK#${padded(chunk, 6)}`,
  });
  const planKey = (planId: string) => `T#${tenant}#PLAN#${planId}`;
  const suggestionKey = (planId: string, round: number, id: string) => ({
    pk: planKey(planId),
    sk: `NOISE#${padded(round, 4)}#${id}`,
  });
  const secondAnswersKey = (planId: string, round: number) => ({
    pk: planKey(planId),
    sk: `SENTAGAIN#${padded(round, 4)}`,
  });
  const laterKey = (planId: string, round: number) => ({ pk: planKey(planId), sk: `SENTLATER#${padded(round, 4)}` });
  const blobKey = (planId: string, name: string) => `plans/${tenant}/${planId}/noise-${name}`;

  /** Suggestions of a round, by endpoint and path. */
  async function list(planId: string, round: number): Promise<Suggestion[]> {
    const rows = await Array.fromAsync(
      queryAll(table, { pk: planKey(planId), prefix: suggestionKey(planId, round, '').sk }),
    );
    return rows
      .map((row) => v.parse(Suggestion, row))
      .sort((a, b) => compareText(a.operation, b.operation) || compareText(a.path, b.path));
  }

  return {
    list,

    /** The partitions that hold what was judged in a plan's rounds; its suggestions are with the plan. */
    partitionsOf: ({ planId, round }: Pick<ReplayPlan, 'planId' | 'round'>): string[] =>
      Array.from({ length: round * SHARDS }, (_, at) => factsKey(planId, 1 + Math.floor(at / SHARDS), at)),

    /** Suggestions that are neither applied nor reverted. Returns the same map as before if they have not changed. */
    async suggested(planId: string, round: number): Promise<SuggestedFields> {
      const open = (await list(planId, round)).filter(({ status }) => status === 'SUGGESTED');
      return cache(`${planId}#${round}`, JSON.stringify(open.map(({ id }) => id)), () => {
        const byOperation = Map.groupBy(open, ({ operation }) => operation);
        const pathsOf = (all: readonly Suggestion[], kind: Suggestion['ruleKind']) =>
          new Set(all.flatMap(({ path, ruleKind }) => (ruleKind === kind ? path : [])));
        return new Map(
          [...byOperation].map(([operation, all]) => [
            operation,
            { fields: pathsOf(all, 'ignore'), orders: pathsOf(all, 'ignore-order') },
          ]),
        );
      });
    },

    /** Stores suggestions. An existing one keeps its state. */
    async suggest({ planId, expiresAt }: ReplayPlan, round: number, suggestions: readonly Suggestion[]): Promise<void> {
      for (let at = 0; at < suggestions.length; at += BATCH_SIZE) {
        await Promise.all(
          suggestions
            .slice(at, at + BATCH_SIZE)
            .map((one) =>
              table.put({ ...suggestionKey(planId, round, one.id), ...one, expiresAt }, { when: 'absent' }),
            ),
        );
      }
    },

    async find(planId: string, round: number, id: string): Promise<Suggestion | undefined> {
      const row = await table.get(suggestionKey(planId, round, id));
      return row && v.parse(Suggestion, row);
    },

    setStatus: (planId: string, round: number, id: string, status: Suggestion['status']) =>
      table.update(suggestionKey(planId, round, id), { status }, { when: 'present' }),

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

    /** Notes that requests of a round are sent again later; false if that was noted before, so that none is sent twice. */
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
