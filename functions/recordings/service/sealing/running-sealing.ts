import type { SealingProgress } from '../../../applications/domain/personal-data/found-personal-data.ts';
import { sealingProgress } from '../../domain/personal/sealing-progress.ts';
import type { RecordingStore } from '../../store/recordings.ts';

/** A pass under way, and how many recordings are stored. */
export interface RunningSealing {
  pass: SealingProgress;
  stored: number;
}

/** The pass over the stored recordings of an application, if one is under way. */
export async function runningSealing(
  { personalData, countOf }: Pick<RecordingStore, 'personalData' | 'countOf'>,
  appId: string,
): Promise<RunningSealing | null> {
  const pass = await personalData.passes.of(appId);
  if (pass === null || pass.dueAt === null) return null;
  return { pass: sealingProgress(pass, []), stored: await countOf(appId) };
}
