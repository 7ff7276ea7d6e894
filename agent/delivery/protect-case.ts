import { randomBytes } from 'node:crypto';
import type { RedactRule } from '../../functions/applications/domain/redact-rule.ts';
import type { CasePayload, RecordedCall } from '../../functions/recordings/domain/recorded-case.ts';
import { redactPayload } from '../../functions/recordings/domain/redact.ts';
import { sealFileCase } from '../../functions/recordings/domain/sealed/file-case.ts';
import { fileKeyText, parsePublicJwk, sealFileKey } from '../../functions/recordings/domain/sealed/file-keys.ts';
import { sealerOf } from '../../functions/recordings/domain/sealed/sealer.ts';

/** Changes the payload of a case, and adds members to it. */
type Change = (payload: CasePayload) => { payload: CasePayload; members?: object };

/** A case whose calls hold any JSON. */
type CaseLine = Omit<CasePayload, 'calls'> & {
  calls: (Omit<RecordedCall, 'request' | 'response'> & { request: unknown; response: unknown })[];
};

/** Applies a change to a case as NDJSON. */
function changed(line: string, change: Change): string {
  const { request, response, calls, ...facts } = JSON.parse(line) as CaseLine; // written by call-line.ts
  const texts = calls.map((call) => ({
    ...call,
    durationMs: call.durationMs ?? null,
    request: JSON.stringify(call.request),
    response: JSON.stringify(call.response),
  }));
  const { payload, members } = change({ request, response, calls: texts });
  const head = JSON.stringify({ ...facts, ...members, request: payload.request, response: payload.response });
  const written = payload.calls.map(({ request: asked, response: answered, ...call }) => {
    return `${JSON.stringify(call).slice(0, -1)},"request":${asked},"response":${answered}}`;
  });
  return `${head.slice(0, -1)},"calls":[${written.join(',')}]}`;
}

/** Replaces the values that the rules name. */
export const redactLine = (line: string, rules: readonly RedactRule[]): string =>
  rules.length === 0 ? line : changed(line, (payload) => ({ payload: redactPayload(payload, rules) }));

/** Seals the credentials of cases to a service. */
export type SealLine = (line: string) => string;

/** Makes a seal by the public key of a service, with a data key of its own; null if the text holds no public key. */
export async function sealTo(publicKey: string): Promise<SealLine | null> {
  const jwk = parsePublicJwk(publicKey);
  if (jwk === null) return null;
  const key = randomBytes(32);
  const sealer = sealerOf(fileKeyText(key));
  const sealedKey = await sealFileKey(key, jwk);
  return (line) => changed(line, (payload) => ({ payload: sealFileCase(payload, sealer), members: { sealedKey } }));
}
