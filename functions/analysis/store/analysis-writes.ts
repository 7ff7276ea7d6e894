import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded, paddedTime } from '../../platform/values/padded.ts';
import type { World, Write } from '../../platform/world.ts';
import { type NamedCases, storedNamedCases } from '../domain/named-cases.ts';
import type { AnalysisContent, AnalysisRow } from './analysis-row.ts';

/** Keys of analyses (see `analysisRows`). */
export function analysisKeys(tenant: string) {
  const pad = (round: number) => padded(round, 4);
  const pk = (planId: string) => partitionOf('plans', tenant, planId);
  const key = (planId: string, round: number) => ({ pk: pk(planId), sk: `ANALYSIS#${pad(round)}` });
  const casesKey = (planId: string, round: number) => ({ pk: pk(planId), sk: `ANALYSISCASES#${pad(round)}` });
  const blobKey = (planId: string, name: string) => blobKeyOf('plans', encodeURIComponent(tenant), planId, name);
  const jobs = partitionOf('analysisJobs', tenant);

  return { key, casesKey, blobKey, jobs };
}

/** Writes the states of analyses with their content (see `analysisRows`). */
export function analysisWrites(
  { table, blobs }: Pick<World, 'table' | 'blobs'>,
  { key, casesKey, blobKey, jobs }: ReturnType<typeof analysisKeys>,
) {
  const values = inlineOrBlob(blobs);

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
    firstWrites,

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
  };
}
