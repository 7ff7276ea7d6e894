import type { MaxRetention } from '../../../applications/domain/retention/max-retention.ts';
import { retentionCutoffs } from '../../../applications/domain/retention/retention-cutoffs.ts';
import type { RetentionSettings } from '../../../applications/domain/retention/retention-settings.ts';
import type { RecordingServices } from '../../composition.ts';

/** What a retention would delete now. */
export interface RetentionEffect {
  recordings: number;
  runs: number;
  /** Pinned recordings, which stay. */
  pinned: number;
}

/** Counts what a retention of an application would delete now; reads no recording and no run. */
export async function retentionEffect(
  { recordings, runsBefore, now }: Pick<RecordingServices, 'recordings' | 'runsBefore' | 'now'>,
  appId: string,
  retention: RetentionSettings,
  max: MaxRetention,
): Promise<RetentionEffect> {
  const { cases, plans } = retentionCutoffs(retention, max, now());
  const [early, runs, pinned] = await Promise.all([
    cases === null ? 0 : recordings.countBefore(appId, cases),
    plans === null ? 0 : runsBefore(appId, plans),
    recordings.pinnedOf(appId),
  ]);
  return { recordings: early, runs, pinned: pinned.cases };
}
