import * as v from 'valibot';
import { intactRows } from '../../platform/table/intact-rows.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import { isDamaged, undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { Item } from '../../platform/world.ts';
import type { Chunk } from '../domain/results/chunk.ts';
import {
  damagedHead,
  lackOfOutcome,
  ResultHead,
  type ResultLack,
  type UnreadResult,
} from '../domain/results/result-head.ts';
import { BLOCK, type ResultsOf } from './result-keys.ts';
import type { RoundRows } from './round-rows.ts';

/** Reads the stored outcomes of a round's cases (see `resultStore`). */
export function caseResults({ table, values, keys: { resultRanges, resultKey, possibleResultKeys } }: RoundRows) {
  async function* rowsOfChunk(plan: ResultsOf, round: number, { chunk, first, cases }: Chunk): AsyncGenerator<Item> {
    for (const range of resultRanges(plan, round, chunk, { first, end: first + cases.length }))
      yield* queryAll(table, { ...range, damaged: 'marked', limit: BLOCK });
  }

  return {
    /** Stored outcomes of one chunk, in the plan's order. */
    async *ofChunk(plan: ResultsOf, round: number, chunk: Chunk): AsyncGenerator<ResultHead> {
      for await (const row of rowsOfChunk(plan, round, chunk)) yield headOf(plan.planId, chunk, row);
    },

    /**
     * Stored outcomes of the requests that prepare a chunk's sessions, in the order of recording; not those that are
     * damaged.
     */
    async ofPreparation(plan: ResultsOf, round: number, { chunk, preparation = [] }: Chunk): Promise<ResultHead[]> {
      const keys = preparation.map(({ item }) => resultKey(plan, round, chunk, item));
      return headsIn(await intactRows(table, keys));
    },

    /** The same by their positions in the plan. */
    async byItem(plan: ResultsOf, round: number, chunk: Chunk): Promise<ReadonlyMap<number, ResultHead>> {
      const rows = await Array.fromAsync(rowsOfChunk(plan, round, chunk));
      return new Map(rows.map((row) => headOf(plan.planId, chunk, row)).map((head) => [head.item, head]));
    },

    /** The same with what is large, to be read where it is used; without results that are unreadable. */
    async *storedOfChunk(plan: ResultsOf, round: number, chunk: Chunk): AsyncGenerator<UnreadResult> {
      for await (const row of rowsOfChunk(plan, round, chunk)) {
        const head = headOf(plan.planId, chunk, row);
        if (head.outcome.hasResult) yield { head, stored: values.stored(row) };
      }
    },

    /**
     * One stored outcome, with what is large to be read where it is used; undefined for a request without a result, and
     * for one whose result is unreadable.
     */
    async findUnread(plan: ResultsOf, round: number, chunk: number, item: number): Promise<UnreadResult | undefined> {
      const row = await undefinedIfDamaged(table.get(resultKey(plan, round, chunk, item)));
      const head = row && v.parse(ResultHead, row);
      return row && head?.outcome.hasResult ? { head, stored: values.stored(row) } : undefined;
    },

    /**
     * Stored outcomes of at most 100 requests by their positions in the plan, wherever their chunks are. Damaged ones
     * are left out.
     */
    async headsOf(plan: ResultsOf, round: number, items: readonly number[]): Promise<ReadonlyMap<number, ResultHead>> {
      const keys = items.flatMap((item) => possibleResultKeys(plan, round, item));
      return new Map(headsIn(await intactRows(table, keys)).map((head) => [head.item, head]));
    },

    /** What a request without a readable result lacks; null where it has one, or its recording has expired. */
    async lackOf(plan: ResultsOf, round: number, chunk: number, item: number): Promise<ResultLack | null> {
      let isRowDamaged = false;
      const row = await undefinedIfDamaged(table.get(resultKey(plan, round, chunk, item)), () => {
        isRowDamaged = true;
      });
      if (row === undefined) return isRowDamaged ? 'result' : null;
      const { outcome } = v.parse(ResultHead, row);
      const lack = lackOfOutcome(outcome);
      if (lack !== null) return lack;
      return (await values.isDamaged(row)) ? 'result' : null;
    },
  };
}

const headsIn = (rows: readonly (Item | undefined)[]): ResultHead[] =>
  rows.flatMap((row) => (row ? [v.parse(ResultHead, row)] : []));

/** The head in a row of a chunk; of a damaged one that of a request without result. */
function headOf(planId: string, { first, cases }: Chunk, row: Item): ResultHead {
  if (!isDamaged(row)) return v.parse(ResultHead, row);
  const item = Number(row.sk);
  return damagedHead(planId, item, cases[item - first]);
}
