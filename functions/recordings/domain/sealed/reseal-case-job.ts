import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored, type StoredJson, storedJson } from '../../../platform/values/stored-json.ts';
import { type CaseHead, CasePayload, type CredentialKeys } from '../recorded-case.ts';
import { sessionClues } from '../sessions/session-clues.ts';
import { ownPayload, sealedForCase } from './case-seal.ts';
import { renewed } from './comparable-payload.ts';
import { sealPayload } from './seal-payload.ts';
import { sealerOf } from './sealer.ts';
import type { CredentialSettings } from './sealing.ts';

interface ResealInput {
  /** Undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  head: Pick<CaseHead, 'caseId' | 'recordedAt' | 'status'>;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  /** Whether only a missing code is added, to a case that was sealed. */
  codesOnly: boolean;
}

/** A case that is sealed under the sealing key. */
export interface ResealedCase {
  payload: StoredJson;
  credentials: CredentialKeys | null;
}

/**
 * Seals a stored case under the current sealing key; one that version 0.1.0 stored in clear is sealed as its settings
 * say. Null for a case that is sealed so already, and for one whose bytes have expired.
 */
export const resealCaseJob = job(
  'recordings.reseal',
  ({ stored, head, settings, keys, codesOnly }: ResealInput): ResealedCase | null => {
    if (stored === undefined) return null;
    const before = v.parse(CasePayload, jsonOfStored(stored));
    if (codesOnly && (before.credentialMode === undefined || before.sealedFor !== undefined)) return null;
    const sealer = sealerOf(keys);
    const own = ownPayload(before, head.caseId, sealer);
    const after = sealedForCase(
      before.credentialMode === undefined
        ? sealPayload(own, { ...settings, redact: [] }, sealer)
        : renewed(own, sealer),
      head.caseId,
      sealer,
    );
    if (JSON.stringify(after) === JSON.stringify(before)) return null;
    const { credentialMode, ...rest } = after;
    // Searches look for the mode at the end (payload-matches.ts).
    return { payload: storedJson({ ...rest, credentialMode }), credentials: sessionClues(after, head).credentials };
  },
);
