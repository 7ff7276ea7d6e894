import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload, type RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { comparablePayload } from '../../recordings/domain/sealed/comparable-payload.ts';
import type { Secret } from '../../recordings/domain/sealed/found-credentials.ts';
import { sealerOf } from '../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import { type Candidates, candidatesOf } from './candidates.ts';
import { callSecrets } from './seal-made-call.ts';

/** The recorded calls of a case, and how made calls are sealed to be comparable with them. */
export interface CaseCalls {
  calls: readonly RecordedCall[];
  candidates: Candidates;
  settings: CredentialSettings;
  secrets: readonly Secret[];
}

interface CandidatesInput {
  caseId: string;
  stored: Uint8Array | undefined;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/** Reads the calls of a stored case, sealed as the current settings say; null if its bytes have expired. */
export const candidatesJob = job(
  'mocks.candidates',
  ({ caseId, stored, settings, keys }: CandidatesInput): CaseCalls | null => {
    if (stored === undefined) return null;
    const sealer = sealerOf(keys);
    const comparable = comparablePayload(v.parse(CasePayload, jsonOfStored(stored)), caseId, settings, sealer);
    const { calls } = comparable.payload;
    return {
      calls,
      candidates: candidatesOf(calls),
      settings: comparable.settings,
      secrets: callSecrets(
        calls.map(({ request }) => request),
        sealer,
      ),
    };
  },
);
