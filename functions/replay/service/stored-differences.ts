import type { Difference } from '../../compare/domain/difference.ts';
import type { Work } from '../../platform/world.ts';
import { differencesJob } from '../domain/results/differences-job.ts';
import type { UnreadResult } from '../domain/results/result-head.ts';

/** Reads the differences of a stored result; none if it can no longer be read. */
export async function storedDifferences({ stored }: UnreadResult, work: Work): Promise<Difference[]> {
  const read = await work.run(differencesJob, async () => ({ stored: await stored.bytes() }), { bytes: stored.size });
  return read.ok ? read.value : [];
}
