import type { Work } from '../../platform/world.ts';
import { listedPathsJob } from '../domain/listed-paths-job.ts';
import { packPayloads } from '../domain/packed-payloads.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { RecordingStore } from '../store/recordings.ts';

/** Maximum bytes of a recording, as JSON, that a list reads for its path; a larger one is listed by its endpoint. */
export const MAX_LISTED_SIZE = 256 * 1024;

/** A recording in a list. */
export interface ListedCase {
  head: CaseHead;
  /** Path and query as the reader sees them; null if they are unknown. */
  path: string | null;
  /** Bytes of the recording as JSON; null if it has expired, or is damaged. */
  size: number | null;
}

/** Adds path and size to the heads of at most 1,000 recordings; `isMasked`: credentials are masked for the reader. */
export async function listedCases(
  { recordings, work }: { recordings: Pick<RecordingStore, 'storedPayloads'>; work: Work },
  heads: readonly CaseHead[],
  isMasked: boolean,
): Promise<ListedCase[]> {
  const stored = await recordings.storedPayloads(heads.map(({ caseId }) => caseId));
  const small = stored.map((value) => (value && value.size <= MAX_LISTED_SIZE ? value : undefined));
  const read = await work.run(
    listedPathsJob,
    async () => ({ ...packPayloads(await Promise.all(small.map((value) => value?.bytes()))), isMasked }),
    { bytes: small.reduce((sum, value) => sum + (value?.size ?? 0), 0), urgent: true },
  );
  return heads.map((head, index) => ({
    head,
    path: (read.ok ? read.value[index] : null) ?? null,
    size: stored[index]?.size ?? null,
  }));
}
