import { blackOutRules, type RedactRule, sealRules } from '../../../applications/domain/redact-rule.ts';
import type { OutboundOutcome } from '../../../platform/outbound/outbound.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { jsonOf } from '../../../platform/values/json-text.ts';
import { isSealed, maySeal } from '../../../platform/values/sealed-text.ts';
import { looksLikeJson } from '../bodies/field-format.ts';
import { bodyOf } from '../content-encoding.ts';
import type { CasePayload, RecordedResponse } from '../recorded-case.ts';
import { redactAnswer, redactPayload } from '../redact.ts';
import { BLACK_OUT, REDACTED, type Replacement } from '../redact-json.ts';
import { foundCredentials, type Secret } from './found-credentials.ts';
import { sealMask } from './seal-mask.ts';
import { sealRepeats, sealRepeatsIn } from './seal-repeats.ts';
import { type Side, sealCall, sealPath, sealSide } from './seal-side.ts';
import type { Sealer } from './sealer.ts';
import { type CredentialSettings, type Origin, sealingOf } from './sealing.ts';

/**
 * A case as it is stored: blacked out and sealed by its application's rules, and its credentials sealed, removed or
 * kept; random ones are also sealed where request and response repeat them under other names. A request that is opened
 * again has the bytes that were recorded, but for a content-encoding of its body.
 */
export function sealPayload<Payload extends CasePayload>(
  payload: Payload,
  { redact, credentials }: CredentialSettings,
  sealer: Pick<Sealer, 'seal'>,
  origin: Origin = 'outside',
): Payload {
  const { request, response, calls } = redactPayload(payload, blackOutRules(redact));
  const found = foundCredentials(sealer);
  const sent = sealingOf(found, credentials, true, origin);
  const answered = sealingOf(found, credentials, false, origin);
  const sealed = {
    request: { ...sealSide(request, sent), path: sealPath(request.path, sent) },
    response: response && sealSide(response, answered),
    calls: calls.map((call) => sealCall(call, answered)),
  };
  const ruled = sealedByRules(sealed, { redact, credentials }, sealer);
  return { ...sealRepeats({ ...payload, ...ruled }, found.secrets(), sealer), credentialMode: credentials };
}

/** What the rules with `seal` make of a payload whose credentials are sealed. */
export const sealedByRules = (
  payload: CasePayload,
  { redact, credentials }: CredentialSettings,
  sealer: Pick<Sealer, 'seal'>,
): CasePayload =>
  redactPayload(payload, sealRules(redact), {
    request: replacementOf(sealer, credentials, true),
    response: replacementOf(sealer, credentials, false),
  });

/**
 * A replayed response as it is stored and compared, like that of the case, with the credentials that it issued.
 * `secrets` are the credentials that the request was sent with, which the response may repeat; `recorded` is the sealed
 * response of the case.
 */
export function sealAnswerNoting(
  outcome: OutboundOutcome,
  { redact, credentials }: CredentialSettings,
  sealer: Pick<Sealer, 'seal'>,
  secrets: readonly Secret[] = [],
  recorded: RecordedResponse | null = null,
): { outcome: OutboundOutcome; issued: readonly Secret[] } {
  const found = foundCredentials(sealer);
  const redacted = redactAnswer(outcome, blackOutRules(redact));
  if (redacted.kind !== 'response') return { outcome: redacted, issued: [] };
  const answer = {
    headers: redacted.headers.map(([name, value]): [string, string] => [name, value]),
    ...bodyOf(redacted.body),
  };
  const sealing = sealingOf(found, credentials, false);
  const named = isSearched(answer, recorded)
    ? { ...answer, headers: sealSide({ ...answer, body: null }, sealing).headers }
    : sealSide(answer, sealing);
  const all = credentials === 'seal' ? [...new Map([...secrets, ...found.secrets()])] : [];
  const { headers, body, bodyEncoding } = sealRepeatsIn(named, all, sealer);
  const sealed = {
    ...redacted,
    headers,
    body: body === answer.body ? redacted.body : Buffer.from(body ?? '', bodyEncoding),
  };
  const ruled = redactAnswer(sealed, sealRules(redact), replacementOf(sealer, credentials, false));
  return {
    outcome: recorded?.body === REDACTED ? wholeIfLines(ruled, redact) : ruled,
    issued: credentials === 'seal' ? found.secrets() : [],
  };
}

/** Earlier versions replaced lines of JSON as a whole: the response that is compared with them as well. */
function wholeIfLines(outcome: OutboundOutcome, rules: readonly RedactRule[]): OutboundOutcome {
  if (outcome.kind !== 'response' || !blackOutRules(rules).some((rule) => 'path' in rule)) return outcome;
  const text = Buffer.from(outcome.body).toString();
  const areLines = text.includes('\n') && looksLikeJson(text) && jsonOf(text) === undefined;
  return areLines ? { ...outcome, body: Buffer.from(REDACTED) } : outcome;
}

/** Whether a body is the recorded one, in which no credential was found when it was stored. */
const isSearched = ({ headers, body, bodyEncoding }: Side, recorded: RecordedResponse | null): boolean =>
  recorded !== null &&
  body !== null &&
  body === recorded.body &&
  bodyEncoding === 'utf8' &&
  recorded.bodyEncoding === 'utf8' &&
  headerOf(headers, 'content-type') === headerOf(recorded.headers, 'content-type') &&
  !maySeal(body);

/** What a rule with `seal` does; where credentials are removed, it removes. */
function replacementOf(
  sealer: Pick<Sealer, 'seal'>,
  mode: CredentialSettings['credentials'],
  isExact: boolean,
): Replacement {
  if (mode === 'remove') return BLACK_OUT;
  const mask = sealMask(sealer, { isExact });
  const isDone = (value: string) => value === '' || isSealed(value);
  return {
    header: (name, value) => (isDone(value) ? value : mask(name, value, 'header')),
    parameter: (name, value) => (isDone(value) ? value : mask(name, value, 'form')),
    json: (value) => (isDone(value.replaceAll('"', '')) ? value : mask.member('', value, '')),
    text: (text) => sealer.seal('r', text),
    markup: (written, charset) =>
      isDone(written.trim()) ? written : sealMask(sealer, { isExact, charset })('', written, 'markup'),
    part: (content, charset) =>
      isDone(content) ? content : sealMask(sealer, { isExact, charset })('', content, 'part'),
    bytes: (bytes) => sealer.seal('b', bytes),
  };
}
