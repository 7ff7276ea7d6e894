import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { Work } from '../../../platform/world.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import { recordingDigestJob } from '../../domain/replay-regression/recording-digest-job.ts';

/** Digests of recorded cases under rules of redaction, in order; null for a case whose recording cannot be read. */
export async function recordingDigests(
  caseIds: readonly string[],
  rules: readonly RedactRule[],
  { recordings, work }: { recordings: Pick<RecordingStore, 'storedPayloads'>; work: Work },
): Promise<(Digest | null)[]> {
  const payloads = await recordings.storedPayloads(caseIds);
  return Promise.all(
    payloads.map(async (stored) => {
      if (stored === undefined) return null;
      const bytes = stored.size;
      const read = await work.run(recordingDigestJob, async () => ({ stored: await stored.bytes(), rules }), { bytes });
      return read.ok ? read.value : null;
    }),
  );
}
