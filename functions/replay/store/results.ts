import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { padded } from '../../platform/values/padded.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { type StoredJson, type StoredValue, storedJsonOfList } from '../../platform/values/stored-json.ts';
import type { Item, Key, World, Write } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import { Chunk, ChunkProgress, type PlannedCase } from '../domain/results/chunk.ts';
import { FailedCases, storedFailedCases } from '../domain/results/failed-cases.ts';
import { ChunkSummary, RoundClusters, type UnreadClusters } from '../domain/results/result-summaries.ts';
import { type RoundScope, StoredScope } from '../domain/results/round-scope.ts';
import { resultKeys, SHARDS } from './result-keys.ts';
import {
  headOf,
  headWithoutResult,
  lackOfOutcome,
  type NoResultCause,
  ResultHead,
  type ResultLack,
  type UnreadResult,
} from './result-rows.ts';

/** Number of rounds whose parsed clusters stay cached between polls. */
const CACHE_SIZE = 50;
/** The same for failed cases, of which there may be 125,000. */
const FAILED_CACHE_SIZE = 10;

export type ResultStore = ReturnType<typeof resultStore>;

/**
 * Stores what a round sends and its results; everything expires with its plan. Every pk begins with `T#<tenant>#`.
 * `PLAN#<planId>`: `CHUNK#<n>#<c>`, `PROGRESS#<n>#<c>`, `SUMMARY#<n>#<c>`, `SCOPE#<n>`, `CLUSTERS#<n>`, `FAILED#<n>`.
 * `RESULTS#<planId>#<n>#<chunk mod 10>` / item: a chunk's results are adjacent, and chunks are spread over ten
 * partitions.
 */
export function resultStore({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const cache = parseCache<RoundClusters | undefined>(CACHE_SIZE);
  const rememberedFailed = parseCache<FailedCases | undefined>(FAILED_CACHE_SIZE);
  const { planKey, rowKey, roundKey, resultsKey, resultKey, partitionsOf, blobKey } = resultKeys(tenant);

  async function parsed<S extends v.GenericSchema>(
    schema: S,
    item: Item | undefined,
  ): Promise<v.InferOutput<S> | undefined> {
    const value = item && (await values.read(item));
    return value === undefined ? undefined : v.parse(schema, value);
  }

  /** What is computed from other rows, or can be done without, counts as not there where it is damaged. */
  const parsedIfIntact = <S extends v.GenericSchema>(schema: S, key: Key): Promise<v.InferOutput<S> | undefined> =>
    undefinedIfDamaged((async () => parsed(schema, await table.get(key)))());

  const rowsOfChunk = (planId: string, round: number, { chunk, first, cases }: Chunk) =>
    queryAll(table, {
      damaged: 'marked',
      pk: resultsKey(planId, round, chunk),
      from: padded(first, 8),
      to: padded(first + cases.length, 8),
      limit: 50,
    });

  /**
   * Stores one request's outcome, with what `storedJson` made of its ResultPayload; the first write wins, so that a
   * repeat after a crash changes nothing.
   */
  async function add(
    { planId, expiresAt }: ReplayPlan,
    round: number,
    chunk: number,
    head: ResultHead,
    payload: StoredJson,
  ): Promise<boolean> {
    const stored = await values.writeStored(blobKey(planId, `result-${round}-${head.item}`), payload);
    return table.put(
      { pk: resultsKey(planId, round, chunk), sk: padded(head.item, 8), ...head, ...stored, expiresAt },
      { when: 'absent' },
    );
  }

  /** A round's clusters, to be read where they are used. */
  async function findUnreadClusters(planId: string, round: number): Promise<UnreadClusters | undefined> {
    const row = await table.get(roundKey(planId, 'CLUSTERS', round));
    const stored = row?.data ?? row?.blob;
    if (row === undefined || (!(stored instanceof Uint8Array) && typeof stored !== 'string')) return undefined;
    return {
      ...values.stored(row),
      id: () => (typeof stored === 'string' ? stored : sha256Hex(stored)),
      read: () => cache(`${planId}#${round}`, stored, () => parsed(RoundClusters, row)),
    };
  }

  return {
    /** The partitions that hold a plan, its rounds and their results. */
    partitionsOf,

    async putChunk({ planId, expiresAt }: ReplayPlan, round: number, chunk: Chunk) {
      const stored = await values.write(blobKey(planId, `chunk-${round}-${chunk.chunk}`), chunk);
      await table.put({ ...rowKey(planId, 'CHUNK', round, chunk.chunk), ...stored, expiresAt });
    },

    async findChunk(planId: string, round: number, chunk: number): Promise<Chunk | undefined> {
      return parsedIfIntact(Chunk, rowKey(planId, 'CHUNK', round, chunk));
    },

    async isChunkDamaged(planId: string, round: number, chunk: number): Promise<boolean> {
      let isChunkDamaged = false;
      const row = rowKey(planId, 'CHUNK', round, chunk);
      await undefinedIfDamaged((async () => parsed(Chunk, await table.get(row)))(), () => {
        isChunkDamaged = true;
      });
      return isChunkDamaged;
    },

    /**
     * The planned case of an item, and those of its session in the order of recording: its chunk is found by bisection
     * over the chunks' first items.
     */
    async findPlanned(planId: string, { round, selection }: ReplayRound, item: number) {
      let low = 0;
      let high = (selection?.chunks ?? 0) - 1;
      while (low <= high) {
        const middle = (low + high) >> 1;
        const chunk = await parsedIfIntact(Chunk, rowKey(planId, 'CHUNK', round, middle));
        if (chunk === undefined) return undefined;
        const found = chunk.cases[item - chunk.first];
        // A session is never split over two chunks.
        const isOfSession = ({ session }: PlannedCase) => session !== null && session === found?.session;
        if (found) return { chunk: middle, case: found, ofSession: chunk.cases.filter(isOfSession) };
        if (item < chunk.first) high = middle - 1;
        else low = middle + 1;
      }
      return undefined;
    },

    add,

    /** Stores that a request has no result, and why. */
    addWithoutResult: (
      { planId, expiresAt }: ReplayPlan,
      round: number,
      chunk: number,
      planned: PlannedCase,
      cause: NoResultCause,
    ) =>
      table.put(
        { ...resultKey(planId, round, chunk, planned.item), ...headWithoutResult(planId, planned, cause), expiresAt },
        { when: 'absent' },
      ),

    /** Stored outcomes of one chunk, in the plan's order. */
    async *ofChunk(planId: string, round: number, chunk: Chunk): AsyncGenerator<ResultHead> {
      for await (const row of rowsOfChunk(planId, round, chunk)) yield headOf(planId, chunk, row);
    },

    /** Stored outcomes of the requests that prepare a chunk's sessions, in the order of recording; not those that are damaged. */
    async ofPreparation(planId: string, round: number, { chunk, preparation = [] }: Chunk): Promise<ResultHead[]> {
      const keys = preparation.map(({ item }) => resultKey(planId, round, chunk, item));
      const rows = await Promise.all(keys.map((key) => undefinedIfDamaged(table.get(key))));
      return rows.flatMap((row) => (row ? [v.parse(ResultHead, row)] : []));
    },

    /** The same by their positions in the plan. */
    async byItem(planId: string, round: number, chunk: Chunk): Promise<ReadonlyMap<number, ResultHead>> {
      const rows = await Array.fromAsync(rowsOfChunk(planId, round, chunk));
      return new Map(rows.map((row) => headOf(planId, chunk, row)).map((head) => [head.item, head]));
    },

    /** The same with what is large, to be read where it is used; without results that are unreadable. */
    async *storedOfChunk(planId: string, round: number, chunk: Chunk): AsyncGenerator<UnreadResult> {
      for await (const row of rowsOfChunk(planId, round, chunk)) {
        const head = headOf(planId, chunk, row);
        if (head.outcome.hasResult) yield { head, stored: values.stored(row) };
      }
    },

    /** Replaces a stored outcome by that of a recompare. */
    async replace(
      { planId, expiresAt }: ReplayPlan,
      round: number,
      chunk: number,
      head: ResultHead,
      payload: StoredJson,
    ) {
      const stored = await values.writeStored(blobKey(planId, `result-${round}-${head.item}`), payload);
      const key = { pk: resultsKey(planId, round, chunk), sk: padded(head.item, 8) };
      return table.put({ ...key, ...head, ...stored, expiresAt }, { when: 'present' });
    },

    /** Replaces a stored outcome alone, where the responses could not be compared again. */
    replaceOutcome: (
      planId: string,
      round: number,
      chunk: number,
      { item, outcome, comparedUnder: digest }: Pick<ResultHead, 'item' | 'outcome' | 'comparedUnder'>,
    ) => table.update(resultKey(planId, round, chunk, item), { outcome, comparedUnder: digest }, { when: 'present' }),

    /** Records the rules of a comparison whose result did not change. */
    noteRules: (planId: string, round: number, chunk: number, item: number, digest: string) =>
      table.update(resultKey(planId, round, chunk, item), { comparedUnder: digest }, { when: 'present' }),

    /**
     * One stored outcome, with what is large to be read where it is used; undefined for a request without a result, and
     * for one whose result is unreadable.
     */
    async findUnread(planId: string, round: number, chunk: number, item: number): Promise<UnreadResult | undefined> {
      const row = await undefinedIfDamaged(table.get(resultKey(planId, round, chunk, item)));
      const head = row && v.parse(ResultHead, row);
      return row && head?.outcome.hasResult ? { head, stored: values.stored(row) } : undefined;
    },

    /**
     * Stored outcomes of at most 100 requests by their positions in the plan, wherever their chunks are: a position has
     * one result, which is in one of the shards. Damaged ones are left out.
     */
    async headsOf(planId: string, round: number, items: readonly number[]): Promise<ReadonlyMap<number, ResultHead>> {
      const keys = items.flatMap((item) =>
        Array.from({ length: SHARDS }, (_, shard) => resultKey(planId, round, shard, item)),
      );
      const rows =
        (await undefinedIfDamaged(table.batchGet(keys))) ??
        (await Promise.all(keys.map((key) => undefinedIfDamaged(table.get(key)))));
      return new Map(rows.flatMap((row) => (row ? [v.parse(ResultHead, row)] : [])).map((head) => [head.item, head]));
    },

    /** What a request without a readable result lacks; null where it has one, or its recording has expired. */
    async lackOf(planId: string, round: number, chunk: number, item: number): Promise<ResultLack | null> {
      let isDamaged = false;
      const row = await undefinedIfDamaged(table.get(resultKey(planId, round, chunk, item)), () => {
        isDamaged = true;
      });
      if (row === undefined) return isDamaged ? 'result' : null;
      const { outcome } = v.parse(ResultHead, row);
      const lack = lackOfOutcome(outcome);
      if (lack !== null) return lack;
      return (await values.isDamaged(row)) ? 'result' : null;
    },

    putProgress: ({ planId, expiresAt }: ReplayPlan, round: number, progress: ChunkProgress) =>
      table.put({ ...rowKey(planId, 'PROGRESS', round, progress.chunk), ...progress, expiresAt }),

    /** The progress of every worker of a round. */
    async progress(planId: string, round: number): Promise<ChunkProgress[]> {
      const rows = await Array.fromAsync(
        queryAll(table, { pk: planKey(planId), prefix: `PROGRESS#${padded(round, 4)}#` }),
      );
      return rows.map((row) => v.parse(ChunkProgress, row));
    },

    async putSummary({ planId, expiresAt }: ReplayPlan, round: number, chunk: number, summary: ChunkSummary) {
      const stored = await values.write(blobKey(planId, `summary-${round}-${chunk}`), summary);
      await table.put({ ...rowKey(planId, 'SUMMARY', round, chunk), ...stored, expiresAt });
    },

    async findSummary(planId: string, round: number, chunk: number): Promise<ChunkSummary | undefined> {
      return parsedIfIntact(ChunkSummary, rowKey(planId, 'SUMMARY', round, chunk));
    },

    /** The same, to be read where it is used. */
    async findUnreadSummary(planId: string, round: number, chunk: number): Promise<StoredValue | undefined> {
      const row = await undefinedIfDamaged(table.get(rowKey(planId, 'SUMMARY', round, chunk)));
      return row && values.stored(row);
    },

    /** The endpoints of the plan's scope when its requests were selected. */
    async putScope({ planId, expiresAt }: ReplayPlan, round: number, scope: RoundScope) {
      const stored = await values.write(blobKey(planId, `scope-${round}`), scope);
      await table.put({ ...roundKey(planId, 'SCOPE', round), ...stored, expiresAt });
    },

    async findScope(planId: string, round: number): Promise<RoundScope> {
      const found = await parsed(StoredScope, await table.get(roundKey(planId, 'SCOPE', round)));
      return found ?? { operationsInScope: [] };
    },

    async putClusters({ planId, expiresAt }: ReplayPlan, round: number, { clusters, ...measures }: RoundClusters) {
      const json = await storedJsonOfList(measures, 'clusters', clusters);
      const stored = await values.writeStored(blobKey(planId, `clusters-${round}`), json);
      await table.put({ ...roundKey(planId, 'CLUSTERS', round), ...stored, expiresAt });
    },

    /** The write that stores the failed cases of a round, for the transaction that settles it. */
    async failedWrite({ planId, expiresAt }: ReplayPlan, round: number, failed: FailedCases): Promise<Write> {
      const { clusters, ...rest } = storedFailedCases(failed);
      const json = await storedJsonOfList(rest, 'clusters', clusters);
      const stored = await values.writeStored(blobKey(planId, `failed-${round}`), json);
      return { put: { ...roundKey(planId, 'FAILED', round), ...stored, expiresAt } };
    },

    /**
     * The failed cases of a settled round; the same object each time. Undefined for rounds that settled before they
     * were stored.
     */
    async findFailed(planId: string, round: number): Promise<FailedCases | undefined> {
      const row = await table.get(roundKey(planId, 'FAILED', round));
      const stored = row?.data ?? row?.blob;
      if (!(stored instanceof Uint8Array) && typeof stored !== 'string') return undefined;
      return rememberedFailed(`${planId}#${round}`, stored, () => parsed(FailedCases, row));
    },

    /** A round's clusters; the same object as before if they have not changed. */
    findClusters: async (planId: string, round: number): Promise<RoundClusters | undefined> =>
      (await findUnreadClusters(planId, round))?.read(),

    findUnreadClusters,
  };
}
