import { findsDamage } from '../../platform/values/damaged-data.ts';
import type { ReplayPlan, ReplayRound } from '../domain/plan.ts';
import { Chunk, type PlannedCase } from '../domain/results/chunk.ts';
import { parsed, parsedIfIntact, type RoundRows } from './round-rows.ts';

/** The planned cases of a round, by chunks (see `resultStore`). */
export function chunkRows(rows: RoundRows) {
  const {
    table,
    values,
    keys: { rowKey, blobKey },
  } = rows;
  return {
    async putChunk({ planId, expiresAt }: ReplayPlan, round: number, chunk: Chunk) {
      const stored = await values.write(blobKey(planId, `chunk-${round}-${chunk.chunk}`), chunk);
      await table.put({ ...rowKey(planId, 'CHUNK', round, chunk.chunk), ...stored, expiresAt });
    },

    async findChunk(planId: string, round: number, chunk: number): Promise<Chunk | undefined> {
      return parsedIfIntact(rows, Chunk, rowKey(planId, 'CHUNK', round, chunk));
    },

    async isChunkDamaged(planId: string, round: number, chunk: number): Promise<boolean> {
      const row = rowKey(planId, 'CHUNK', round, chunk);
      return findsDamage((async () => parsed(rows, Chunk, await table.get(row)))());
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
        const chunk = await parsedIfIntact(rows, Chunk, rowKey(planId, 'CHUNK', round, middle));
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
  };
}
