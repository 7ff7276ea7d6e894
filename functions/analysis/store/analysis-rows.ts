import * as v from 'valibot';
import { largeValues } from '../../platform/table/large-value.ts';
import { parsedOnce } from '../../platform/table/parsed-once.ts';
import type { Item, Table, World, Write } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { AnalysisState } from '../domain/analysis.ts';
import { AnalysisCounts } from '../domain/analysis-counts.ts';
import { DerivedChange } from '../domain/code-changes.ts';
import { type NamedCases, StoredNamedCases, storedNamedCases } from '../domain/named-cases.ts';

/** Where the analysis of a round stands, as it is stored; what silence makes of it is the reader's to say (analysis-time.ts). */
export const AnalysisRow = v.object({
  planId: v.string(),
  round: v.number(),
  state: AnalysisState,
  reason: v.nullable(v.string()),
  /** Whose the state is: a SKIPPED of the service, its own executor included, gives way to the first diagnosis (interface 2.5). */
  setBy: v.picklist(['service', 'executor']),
  /** Who analyses; null: nobody. */
  executor: v.nullable(v.picklist(['built-in', 'external'])),
  /** Changes with every write that must not meet another. */
  version: v.number(),
  /** Epoch ms of the last word of an executor, or of the beginning. */
  heartbeatAt: v.number(),
  /** The task token of the workflow that waits for the end. */
  token: v.optional(v.string()),
  /** Which external executor took the job; null while it waits for one, or is no job. */
  claimedBy: v.nullable(v.string()),
  /** The final state was written by an executor, and the channels have yet to be told. */
  unannounced: v.boolean(),
  expiresAt: v.number(),
});
export type AnalysisRow = v.InferOutput<typeof AnalysisRow>;

/** An analysis as it was read. */
export interface StoredAnalysis {
  row: AnalysisRow;
  item: Item;
}

/** What diagnoses have said, and what follows from it. */
export const AnalysisContent = v.object({
  counts: AnalysisCounts,
  changes: v.array(v.object({ ...DerivedChange.entries, consecutive: v.number() })),
  summary: v.nullable(v.string()),
});
export type AnalysisContent = v.InferOutput<typeof AnalysisContent>;

/** A round of which nothing was said yet. */
export const newAnalysis = ({ planId, expiresAt }: ReplayPlan, { round }: ReplayRound): AnalysisRow => ({
  ...{ planId, round, expiresAt, version: 0, heartbeatAt: 0 },
  ...{ state: 'RUNNING', reason: null, setBy: 'service', executor: null, claimedBy: null, unannounced: false },
});

/** Rounds whose content stays parsed between two polls. */
const REMEMBERED = 50;
/** The same for cases, of which there may be 125,000. */
const REMEMBERED_CASES = 10;

export type AnalysisRows = ReturnType<typeof analysisRows>;

/**
 * Analyses of rounds; they vanish with their plan. pk `T#<tenant>#PLAN#<planId>`: `ANALYSIS#<n>` the state with its content,
 * `ANALYSISCASES#<n>` what was said of each case. Index i1 of a job that no external executor has claimed: `T#<tenant>#ANALYSISJOBS` / the time of its beginning.
 */
export function analysisRows({ table, blobs }: { table: Table } & Pick<World, 'blobs'>, tenant: string) {
  const values = largeValues(blobs);
  const contents = parsedOnce<AnalysisContent>(REMEMBERED);
  const cases = parsedOnce<v.InferOutput<typeof StoredNamedCases>>(REMEMBERED_CASES);
  const pad = (round: number) => String(round).padStart(4, '0');
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

  /** The writes that put the first state of a round in place, where there is none. */
  async function firstWrites(
    row: AnalysisRow,
    content: AnalysisContent,
    { isJob = false, named }: { isJob?: boolean; named?: NamedCases | undefined } = {},
  ): Promise<Write[]> {
    const waiting = isJob ? { i1pk: jobs, i1sk: `${String(row.heartbeatAt).padStart(15, '0')}#${row.planId}` } : {};
    const put = { ...key(row.planId, row.round), ...row, ...(await contentParts(row, content)), ...waiting };
    return [{ put, when: 'absent' }, ...(named ? [await casesWrite(row, named)] : [])];
  }

  return {
    async find(planId: string, round: number): Promise<StoredAnalysis | undefined> {
      const item = await table.get(key(planId, round));
      return item && { row: v.parse(AnalysisRow, item), item };
    },

    /** Those of several rounds, in their order. */
    async findMany(rounds: readonly { planId: string; round: number }[]) {
      const items = await table.batchGet(rounds.map(({ planId, round }) => key(planId, round)));
      return items.map((item) => item && { row: v.parse(AnalysisRow, item), item });
    },

    /** What was said; the same object as before where it has not changed. Undefined where its bytes are gone. */
    async content({ row, item }: StoredAnalysis): Promise<AnalysisContent | undefined> {
      const stored = item.data ?? item.blob;
      if (!(stored instanceof Uint8Array) && typeof stored !== 'string') return undefined;
      return contents(`${row.planId}#${row.round}`, stored, async () =>
        v.parse(AnalysisContent, await values.read(item)),
      );
    },

    /** What was said of each case, by what was said. */
    async cases(planId: string, round: number): Promise<v.InferOutput<typeof StoredNamedCases>> {
      const item = await table.get(casesKey(planId, round));
      const stored = item?.data ?? item?.blob;
      if (item === undefined || !(stored instanceof Uint8Array || typeof stored === 'string')) return [];
      return cases(`${planId}#${round}`, stored, async () => v.parse(StoredNamedCases, await values.read(item)));
    },

    firstWrites,

    /** Puts first states in place, with all that goes with them; false where there is one already, or another of the conditions failed. */
    begin: (writes: readonly Write[]): Promise<boolean> => table.transact(writes),

    /** Puts a state in place of the one of that version; false where it has changed since. An analysis that is written of waits for no executor any more. */
    async change(
      { planId, round, version, ...state }: AnalysisRow,
      { content, named }: { content?: AnalysisContent; named?: NamedCases | undefined } = {},
    ): Promise<boolean> {
      const row = { planId, round, version, ...state };
      const parts = content && { data: undefined, blob: undefined, ...(await contentParts(row, content)) };
      // The token is another's to write: one that came since must not be lost.
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

    /** Forgets the token of a workflow that has been told. */
    dropToken: (planId: string, round: number, token: string) =>
      table.update(key(planId, round), { token: undefined }, { when: { token: { equals: token } } }),

    /** Keeps the token of a workflow that begins to wait; false where nothing runs. */
    keepToken: (planId: string, round: number, token: string) =>
      table.update(key(planId, round), { token }, { when: { state: { equals: 'RUNNING' } } }),

    /** Jobs that nobody has claimed, oldest first (on AWS also some that have just been). */
    waitingJobs: (limit: number) => table.query({ index: 'i1', pk: jobs, limit }),
  };
}
