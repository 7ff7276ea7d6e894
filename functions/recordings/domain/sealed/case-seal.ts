import { placeholdersIn } from '../../../platform/values/sealed-text.ts';
import type { CasePayload } from '../recorded-case.ts';
import { sealPayload } from './seal-payload.ts';
import { sealRepeats } from './seal-repeats.ts';
import type { Sealer } from './sealer.ts';
import { secretsIn } from './secrets-in.ts';

/**
 * A payload as it is stored: it says for which case its sealed values were made, by a code that authenticates the
 * tenant, the case and the placeholders in their order. One without placeholders has no code where every other has one:
 * what is added to it later stays text without it.
 */
export function sealedForCase<Payload extends CasePayload>(
  payload: Payload,
  caseId: string,
  sealer: Pick<Sealer, 'mark' | 'requiresCodes'>,
): Payload {
  const placeholders = textsOf(payload).flatMap(placeholdersIn);
  if (sealer.requiresCodes && placeholders.length === 0) return { ...payload, sealedFor: undefined };
  return { ...payload, sealedFor: sealer.mark(factsOf(caseId, placeholders)) };
}

/**
 * A stored payload in which every placeholder is one that the service made for this case. In a payload whose
 * placeholders were changed or come from another case or tenant, all of them are text; so they are without a code. Only
 * until the cases of earlier versions have codes (seal-earlier-cases.ts), placeholders without one are read, and
 * credentials that such a case repeats are sealed as in a new one.
 */
export function ownPayload<Payload extends CasePayload>(payload: Payload, caseId: string, sealer: Sealer): Payload {
  const { sealedFor, credentialMode } = payload;
  // What version 0.1.0 stored in clear: its readers take every placeholder in it for text.
  if (credentialMode === undefined && sealedFor === undefined) return payload;
  if (sealedFor === undefined && !sealer.requiresCodes) {
    if (credentialMode !== 'seal') return payload;
    const secrets = secretsIn(textsOf(payload), sealer);
    return secrets.length === 0 ? payload : sealRepeats(payload, secrets, sealer);
  }
  const placeholders = textsOf(payload).flatMap(placeholdersIn);
  // Nothing in it can be opened.
  if (placeholders.length === 0) return payload;
  if (sealedFor !== undefined && sealer.isMark(sealedFor, factsOf(caseId, placeholders))) return payload;
  return { ...sealPayload(payload, { redact: [], credentials: 'keep' }, sealer), credentialMode };
}

const factsOf = (caseId: string, placeholders: readonly string[]): string => JSON.stringify([caseId, ...placeholders]);

/** Every text that may hold a placeholder, in its order. */
function textsOf({ request, response, calls }: CasePayload): string[] {
  return [
    request.path,
    ...[request, ...(response ? [response] : [])].flatMap(({ headers, body, bodyEncoding }) => [
      ...headers.map(([, value]) => value),
      body === null || bodyEncoding === 'utf8' ? (body ?? '') : Buffer.from(body, 'base64').toString('latin1'),
    ]),
    ...calls.flatMap((call) => [call.target, call.operation, call.request, call.response, call.error ?? '']),
  ];
}
