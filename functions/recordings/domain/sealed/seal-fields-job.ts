import * as v from 'valibot';
import { sealRules } from '../../../applications/domain/redact-rule.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored, storedJson } from '../../../platform/values/stored-json.ts';
import { type CaseHead, CasePayload } from '../recorded-case.ts';
import { sessionClues } from '../sessions/session-clues.ts';
import { ownPayload, sealedForCase } from './case-seal.ts';
import { foundCredentials, sealFound } from './found-credentials.ts';
import type { ResealedCase } from './reseal-case-job.ts';
import { sealedByRules, sealPayload } from './seal-payload.ts';
import { type Sealer, sealerOf } from './sealer.ts';
import type { CredentialSettings } from './sealing.ts';

interface SealFieldsInput {
  /** Undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  head: Pick<CaseHead, 'caseId' | 'recordedAt' | 'status' | 'credentials'>;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/**
 * Seals what the rules with `seal` select in a case that is stored already, as in a new one. Null for a case in which
 * they select nothing more, and for one whose bytes have expired.
 */
export const sealFieldsJob = job(
  'recordings.seal-fields',
  ({ stored, head, settings, keys }: SealFieldsInput): ResealedCase | null => {
    if (stored === undefined) return null;
    const before = v.parse(CasePayload, jsonOfStored(stored));
    const sealer = sealerOf(keys);
    const after = sealedFields(ownPayload(before, head.caseId, sealer), settings, sealer);
    if (after === null) return null;
    const { credentialMode, ...rest } = sealedForCase(after, head.caseId, sealer);
    const credentials =
      before.credentialMode === undefined ? sessionClues(after, head).credentials : (head.credentials ?? null);
    // Searches look for the mode at the end (payload-matches.ts).
    return { payload: storedJson({ ...rest, credentialMode }), credentials };
  },
);

function sealedFields(own: CasePayload, settings: CredentialSettings, sealer: Sealer): CasePayload | null {
  const redact = sealRules(settings.redact);
  if (redact.length === 0) return null;
  // Version 0.1.0 stored it in clear, so that no placeholder in it counts.
  if (own.credentialMode === undefined) return sealPayload(own, { ...settings, redact }, sealer);
  const found = foundCredentials(sealer);
  const ruled = sealedByRules(own, { redact, credentials: own.credentialMode }, found);
  const after = { ...own, ...ruled, calls: ruled.calls.map((call) => sealFound(call, found)) };
  return JSON.stringify(after) === JSON.stringify(own) ? null : after;
}
