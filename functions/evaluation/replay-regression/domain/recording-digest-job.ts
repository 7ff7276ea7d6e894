import * as v from 'valibot';
import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { redactPayload } from '../../../recordings/domain/redact.ts';
import { recordingDigest } from './recording-digest.ts';

/** The digest of a stored case under rules of redaction; null if its bytes have expired. */
export const recordingDigestJob = job(
  'evaluation.recording-digest',
  ({ stored, rules }: { stored: Uint8Array | undefined; rules: readonly RedactRule[] }): Digest | null =>
    stored === undefined ? null : recordingDigest(redactPayload(v.parse(CasePayload, jsonOfStored(stored)), rules)),
);
