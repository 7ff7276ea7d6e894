import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { type PackedPayloads, unpackPayloads } from '../packed-payloads.ts';
import { CasePayload } from '../recorded-case.ts';
import { loginInEvidence } from './login-evidence.ts';

interface LoginInput extends PackedPayloads {
  /** The first payloads are those of logins, the newest first; the others send what these issued. */
  logins: readonly { recordedAt: number; isAnonymous: boolean }[];
}

/** Reads a login out of stored payloads; null if they show none. */
export const detectedLoginJob = job('recordings.detected-login', ({ logins, ...packed }: LoginInput) => {
  const payloads = unpackPayloads(packed).map((bytes) =>
    bytes === undefined ? null : v.parse(CasePayload, jsonOfStored(bytes)),
  );
  return loginInEvidence({
    logins: logins.flatMap((login, at) => {
      const payload = payloads[at];
      return payload ? [{ ...payload, ...login }] : [];
    }),
    uses: payloads.slice(logins.length).filter((payload) => payload !== null),
  });
});
