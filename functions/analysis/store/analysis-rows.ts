import * as v from 'valibot';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { parseCache } from '../../platform/table/parse-cache.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { Item, Table, World, Write } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { AnalysisState } from '../domain/analysis.ts';
import { AnalysisCounts } from '../domain/analysis-counts.ts';
import { DerivedChange } from '../domain/code-changes.ts';
import { type NamedCases, StoredNamedCases, storedNamedCases } from '../domain/named-cases.ts';

/** State of a round's analysis as stored. Readers derive whether it is stale (analysis-time.ts). */
export const AnalysisRow = v.object({
  planId: v.string(),
  round: v.number(),
  state: AnalysisState,
  reason: v.nullable(v.string()),
  /**
   * Who set the state. The first diagnosis replaces a SKIPPED of the service, including its own executor (interface
   * 2.5).
   */
  setBy: v.picklist(['service', 'executor']),
  /** Null: no executor. */
  executor: v.nullable(v.picklist(['built-in', 'external'])),
  /** Changes with every write that must not conflict with another. */
  version: v.number(),
  /** Epoch ms of the executor's last write, or of the start. */
  heartbeatAt: v.number(),
  /** Task token of the workflow that waits for the end. */
  token: v.optional(v.string()),
  /** The external executor that claimed the job. Null while it is unclaimed, or if it is not a job. */
  claimedBy: v.nullable(v.string()),
  /** An executor wrote the final state, and the channels are not notified yet. */
  unannounced: v.boolean(),
  expiresAt: v.number(),
});
export type AnalysisRow = v.InferOutput<typeof AnalysisRow>;

/** An analysis as read. */
export interface StoredAnalysis {
  row: AnalysisRow;
  item: Item;
}

/** Merged diagnoses, and the data derived from them. */
export const AnalysisContent = v.object({
  counts: AnalysisCounts,
  changes: v.array(v.object({ ...DerivedChange.entries, consecutive: v.number() })),
  summary: v.nullable(v.string()),
});
export type AnalysisContent = v.InferOutput<typeof AnalysisContent>;

/** Analysis of a round before any diagnosis. */
export const newAnalysis = ({ planId, expiresAt }: ReplayPlan, { round }: ReplayRound): AnalysisRow => ({
  planId,
  round,
  expiresAt,
  version: 0,
  heartbeatAt: 0,
  state: 'RUNNING',
  reason: null,
  setBy: 'service',
  executor: null,
  claimedBy: null,
  unannounced: false,
});

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
export function analysisRows({ table, blobs }: { table: Table } & Pick<World, 'blobs'>, tenant: string) {
  const values = inlineOrBlob(blobs);
  const contents = parseCache<AnalysisContent>(CACHE_SIZE);
  const cases = parseCache<v.InferOutput<typeof StoredNamedCases>>(CASES_CACHE_SIZE);
  const pad = (round: number) => padded(round, 4);
  const pk = (planId: string) => `T#${tenant}#PLAN#${planId}`;
  const key = (planId: string, round: number) => ({ pk: pk(planId), sk: `ANALYSIS#${pad(round)}` });
  const casesKey = (planId: string, round: number) => ({ pk: pk(planId), sk: `ANALYSISCASES#${pad(round)}` });
  const blobKey = (planId: string, name: string) => `plans/${encodeURIComponent(tenant)}/${planId}/${name}`;
  const jobs = `T#${tenant}#ANALYSISJOBS`;

  const contentParts = (row: AnalysisRow, content: AnalysisContent) =>
    values.write(blobKey(row.planId, `analysis-${row.round}`), content);

  async function casesWrite({ planId, round, expiresAt }: AnalysisRow, named: NamedCases): Promise<Write> {
    const stored = await values.write(blobKey(planId, `analysis-cases-${round}`), storedNamedCases(named));
    return { put: { ...casesKey(planId, round), ...stored, expiresAt } };
  }

  /** The writes that create the first state of a round, on condition that there is none. */
  async function firstWrites(
    row: AnalysisRow,
    content: AnalysisContent,
    { isJob = false, named }: { isJob?: boolean; named?: NamedCases | undefined } = {},
  ): Promise<Write[]> {
    const waiting = isJob ? { i1pk: jobs, i1sk: `${paddedTime(row.heartbeatAt)}#${row.planId}` } : {};
    const put = { ...key(row.planId, row.round), ...row, ...(await contentParts(row, content)), ...waiting };
    return [{ put, when: 'absent' }, ...(named ? [await casesWrite(row, named)] : [])];
  }

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

    firstWrites,

    /** Creates first states with all related writes. False if a state exists, or if another condition failed. */
    start: (writes: readonly Write[]): Promise<boolean> => table.transact(writes),

    /**
     * Replaces the state of that version. False if it has changed since. An analysis that was written to no longer
     * waits for an executor.
     */
    async change(
      { planId, round, version, ...state }: AnalysisRow,
      { content, named }: { content?: AnalysisContent; named?: NamedCases | undefined } = {},
    ): Promise<boolean> {
      const row = { planId, round, version, ...state };
      const parts = content && { data: undefined, blob: undefined, ...(await contentParts(row, content)) };
      // The token is written separately: a token stored in the meantime must not be lost.
      const { token: _, ...written } = state;
      return table.transact([
        {
          update: key(planId, round),
          set: { ...written, version: version + 1, i1pk: undefined, i1sk: undefined, ...parts },
          when: { version: { equals: version } },
        },
        ...(named ? [await casesWrite(row, named)] : []),
      ]);
    },

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
