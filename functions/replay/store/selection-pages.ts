import * as v from 'valibot';
import type { StoredBlob } from '../../platform/table/inline-or-blob.ts';
import { storedJsonOfList } from '../../platform/values/stored-json.ts';
import { type ReplayPlan, ReplayRound } from '../domain/plan.ts';
import type { Chunk } from '../domain/results/chunk.ts';
import { parsed, type RoundRows } from './round-rows.ts';

const Selection = v.nonNullable(ReplayRound.entries.selection);
export type Selection = v.InferOutput<typeof Selection>;

/** The selection of a large round before its chunks have rows: the blobs of these, in their order. */
const PlannedSelection = v.object({
  selection: Selection,
  chunks: v.array(v.object({ blob: v.string(), blobSize: v.number() })),
});
export type PlannedSelection = v.InferOutput<typeof PlannedSelection>;

/** Rows written concurrently. */
const BATCH = 25;

/** What a large selection keeps in blobs (see `resultStore`). */
export function selectionPages(rows: RoundRows) {
  const {
    table,
    values,
    keys: { rowKey, roundKey, blobKey },
  } = rows;
  const selectedKey = (planId: string, round: number) => roundKey(planId, 'SELECTED', round);

  return {
    /** Pages of cases while they are selected. Two runs of a step never share one, unless it has the same bytes. */
    casePages<S extends v.GenericSchema>({ planId }: ReplayPlan, round: number, schema: S) {
      const Page = v.object({ cases: v.array(schema) });
      return {
        async put(cases: readonly v.InferInput<S>[]): Promise<string> {
          const json = await storedJsonOfList({}, 'cases', cases);
          return (await values.writeBlob(blobKey(planId, `cases-${round}`), json)).blob;
        },
        async read(blob: string): Promise<v.InferOutput<S>[]> {
          const found = await values.read({ pk: '', sk: '', blob });
          return v.parse(Page, found).cases;
        },
      };
    },

    /** Writes the cases of a chunk to a blob, which no row names yet. */
    async writeChunk({ planId }: ReplayPlan, round: number, { cases, ...rest }: Chunk): Promise<StoredBlob> {
      const json = await storedJsonOfList(rest, 'cases', cases);
      return values.writeBlob(blobKey(planId, `chunk-${round}-${rest.chunk}`), json);
    },

    /** Records what was selected; false if another run of the step did so before. */
    async putSelected({ planId, expiresAt }: ReplayPlan, round: number, planned: PlannedSelection): Promise<boolean> {
      const stored = await values.write(blobKey(planId, `selected-${round}`), planned);
      return table.put({ ...selectedKey(planId, round), ...stored, expiresAt }, { when: 'absent' });
    },

    findSelected: async (planId: string, round: number): Promise<PlannedSelection | undefined> =>
      parsed(rows, PlannedSelection, await table.get(selectedKey(planId, round))),

    /** Gives the chunks of a recorded selection their rows; again, the same ones. */
    async putChunkRows({ planId, expiresAt }: ReplayPlan, round: number, { chunks }: Pick<PlannedSelection, 'chunks'>) {
      for (let at = 0; at < chunks.length; at += BATCH)
        await Promise.all(
          chunks
            .slice(at, at + BATCH)
            .map((blob, index) => table.put({ ...rowKey(planId, 'CHUNK', round, at + index), ...blob, expiresAt })),
        );
    },
  };
}
