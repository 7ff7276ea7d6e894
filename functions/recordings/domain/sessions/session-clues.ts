import type { CasePayload, CredentialKeys, SessionEnd } from '../recorded-case.ts';
import { caseCookies, credentialKeys } from './credential-keys.ts';
import { type ResourceKeys, resourceKeys } from './made-resources.ts';
import { sessionEnd } from './session-end.ts';

/** What of a case shows its session. Keys are hashes, never a value. */
export interface SessionClues {
  credentials: CredentialKeys | null;
  /** Of a case without credentials only. */
  resources: ResourceKeys | null;
  /** How its request may destroy the credential that it was sent with. */
  end: SessionEnd | null;
}

/** Reads the clues of a case as it is stored, with its credentials sealed. */
export function sessionClues(
  payload: Pick<CasePayload, 'request' | 'response'>,
  { recordedAt, status }: { recordedAt: number; status: number | null },
): SessionClues {
  const cookies = caseCookies(payload, recordedAt);
  const credentials = credentialKeys(payload, cookies);
  const isAnonymous = credentials === null || credentials.sent.length + credentials.issued.length === 0;
  return {
    credentials,
    resources: isAnonymous ? resourceKeys(payload) : null,
    end: sessionEnd(payload.request, status, cookies),
  };
}
