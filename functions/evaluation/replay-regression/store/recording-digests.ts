import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
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
  return Promise.all(payloads.map((stored) => (stored === undefined ? null : storedDigest(stored, rules, work))));
}

/** The digest of a stored version of a case; null if it cannot be read. */
export async function storedDigest(
  stored: StoredValue,
  rules: readonly RedactRule[],
  work: Work,
): Promise<Digest | null> {
  const bytes = stored.size;
  const read = await work.run(recordingDigestJob, async () => ({ stored: await stored.bytes(), rules }), { bytes });
  return read.ok ? read.value : null;
}
