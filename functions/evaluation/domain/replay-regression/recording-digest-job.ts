import * as v from 'valibot';
import type { RedactRule } from '../../../applications/domain/redact-rule.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import { job } from '../../../platform/values/job.ts';
import { shownSealed } from '../../../platform/values/sealed-text.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { wellFormed } from '../../../platform/values/well-formed.ts';
import { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { redactPayload } from '../../../recordings/domain/redact.ts';
import { digestOfJson } from '../canonical-json.ts';

/**
 * Digest of a recording's request, response and calls. It proves which recording was replayed (evaluation 3.14).
 * @internal
 */
export const recordingDigest = ({ request, response, calls }: CasePayload): Digest =>
  digestOfJson(wellFormed({ request, response, calls }));

/**
 * The digest of a stored case under rules of redaction; a sealed value counts as `sealed`, so that sealing under
 * another key does not change it. Null if its bytes have expired.
 */
export const recordingDigestJob = job(
  'evaluation.recording-digest',
  ({ stored, rules }: { stored: Uint8Array | undefined; rules: readonly RedactRule[] }): Digest | null =>
    stored === undefined ? null : recordingDigest(redactPayload(payloadOf(stored), rules)),
);

const payloadOf = (stored: Uint8Array): CasePayload =>
  v.parse(CasePayload, JSON.parse(shownSealed(JSON.stringify(jsonOfStored(stored)))));
