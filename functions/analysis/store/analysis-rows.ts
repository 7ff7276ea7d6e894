import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import type { World, Write } from '../../platform/world.ts';
import { StoredNamedCases } from '../domain/named-cases.ts';
import { AnalysisContent, AnalysisRow, type StoredAnalysis } from './analysis-row.ts';
import { analysisKeys, analysisWrites } from './analysis-writes.ts';

/** Rounds whose parsed content is cached between two polls. */
const CACHE_SIZE = 50;
/** The same for cases, of which a round may have 125,000. */
const CASES_CACHE_SIZE = 10;

export type AnalysisRows = ReturnType<typeof analysisRows>;

/**
 * Analyses of rounds, which expire with their plan. pk `T#<tenant>#PLAN#<planId>`: `ANALYSIS#<n>` is the state with its
 * content, `ANALYSISCASES#<n>` the entries of all cases. Index i1 of a job that no external executor has claimed:
 * `T#<tenant>#ANALYSISJOBS` / the time of its start.
 */
export function analysisRows({ table, blobs }: Pick<World, 'table' | 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const contents = parseCache<AnalysisContent>(CACHE_SIZE);
  const cases = parseCache<v.InferOutput<typeof StoredNamedCases>>(CASES_CACHE_SIZE);
  const keys = analysisKeys(tenant);
  const { key, casesKey, jobs } = keys;

  return {
    async find(planId: string, round: number): Promise<StoredAnalysis | undefined> {
      const item = await table.get(key(planId, round));
      return item && { row: v.parse(AnalysisRow, item), item };
    },

    /** Those of several rounds, in the given order. */
    async findMany(rounds: readonly { planId: string; round: number }[]) {
      const items = await table.batchGet(rounds.map(({ planId, round }) => key(planId, round)));
      return items.map((item) => item && { row: v.parse(AnalysisRow, item), item });
    },

    /** The content. Returns the same object as before if it has not changed. Undefined if its bytes were deleted. */
    async content({ row, item }: StoredAnalysis): Promise<AnalysisContent | undefined> {
      const stored = item.data ?? item.blob;
      if (!(stored instanceof Uint8Array) && typeof stored !== 'string') return undefined;
      return contents(`${row.planId}#${row.round}`, stored, async () =>
        v.parse(AnalysisContent, await values.read(item)),
      );
    },

    /** The entries of all cases, grouped by content. */
    async cases(planId: string, round: number): Promise<v.InferOutput<typeof StoredNamedCases>> {
      const item = await table.get(casesKey(planId, round));
      const stored = item?.data ?? item?.blob;
      if (item === undefined || !(stored instanceof Uint8Array || typeof stored === 'string')) return [];
      return cases(`${planId}#${round}`, stored, async () => v.parse(StoredNamedCases, await values.read(item)));
    },

    ...analysisWrites({ table, blobs }, keys),

    /** Creates first states with all related writes. False if a state exists, or if another condition failed. */
    start: (writes: readonly Write[]): Promise<boolean> => table.transact(writes),

    /** Removes the token of a workflow that was notified. */
    dropToken: (planId: string, round: number, token: string) =>
      table.update(key(planId, round), { token: undefined }, { when: { token: { equals: token } } }),

    /** Stores the token of a workflow that starts to wait. False if no analysis is running. */
    keepToken: (planId: string, round: number, token: string) =>
      table.update(key(planId, round), { token }, { when: { state: { equals: 'RUNNING' } } }),

    /** Unclaimed jobs, oldest first. On AWS it may include some that were claimed just now. */
    waitingJobs: (limit: number) => table.query({ index: 'i1', pk: jobs, limit }),
  };
}
