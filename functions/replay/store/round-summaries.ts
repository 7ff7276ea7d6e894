import * as v from 'valibot';
import { queryAll } from '../../platform/table/query-all.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { padded } from '../../platform/values/padded.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { ReplayPlan } from '../domain/plan.ts';
import { ChunkProgress } from '../domain/results/chunk.ts';
import { ChunkSummary } from '../domain/results/result-summaries.ts';
import { type RoundScope, StoredScope } from '../domain/results/round-scope.ts';
import { parsed, parsedIfIntact, type RoundRows } from './round-rows.ts';

/** Progress, summaries and scope of a round (see `resultStore`). */
export function roundSummaries(rows: RoundRows) {
  const {
    table,
    values,
    keys: { planKey, rowKey, roundKey, blobKey },
  } = rows;
  return {
    putProgress: ({ planId, expiresAt }: ReplayPlan, round: number, progress: ChunkProgress) =>
      table.put({ ...rowKey(planId, 'PROGRESS', round, progress.chunk), ...progress, expiresAt }),

    /** The progress of every worker of a round. */
    async progress(planId: string, round: number): Promise<ChunkProgress[]> {
      const found = await Array.fromAsync(
        queryAll(table, { pk: planKey(planId), prefix: `PROGRESS#${padded(round, 4)}#` }),
      );
      return found.map((row) => v.parse(ChunkProgress, row));
    },

    async putSummary({ planId, expiresAt }: ReplayPlan, round: number, chunk: number, summary: ChunkSummary) {
      const stored = await values.write(blobKey(planId, `summary-${round}-${chunk}`), summary);
      await table.put({ ...rowKey(planId, 'SUMMARY', round, chunk), ...stored, expiresAt });
    },

    async findSummary(planId: string, round: number, chunk: number): Promise<ChunkSummary | undefined> {
      return parsedIfIntact(rows, ChunkSummary, rowKey(planId, 'SUMMARY', round, chunk));
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
      const found = await parsed(rows, StoredScope, await table.get(roundKey(planId, 'SCOPE', round)));
      return found ?? { operationsInScope: [] };
    },
  };
}
