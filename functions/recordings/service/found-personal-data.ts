import type { FoundPersonalData } from '../../applications/domain/personal-data/found-personal-data.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { foundFields } from '../domain/personal/found-fields.ts';
import { sealingProgress } from '../domain/personal/sealing-progress.ts';
import type { RecordingStore } from '../store/recordings.ts';

interface Services {
  recordings: Pick<RecordingStore, 'personalData' | 'countOf'>;
  applications: Pick<ApplicationStore, 'settings'>;
}

/**
 * What was found in the recordings of an application, and how far the sealing of stored ones is. Reads no recording.
 */
export async function foundPersonalData(
  { recordings, applications }: Services,
  appId: string,
): Promise<FoundPersonalData> {
  const [endpoints, { redact, credentials }, pass, stored] = await Promise.all([
    recordings.personalData.of(appId),
    applications.settings(appId),
    recordings.personalData.passes.of(appId),
    recordings.countOf(appId),
  ]);
  const fields = foundFields(endpoints, { redact, isKept: credentials !== 'remove' });
  return {
    looked: sumOf(endpoints, ({ counts }) => counts.cases),
    stored,
    fields,
    pass: pass && sealingProgress(pass, redact),
  };
}
