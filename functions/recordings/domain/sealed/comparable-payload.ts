import { blackOutRules, sealRules, widenedRules } from '../../../applications/domain/redact-rule.ts';
import { SEALED } from '../../../platform/values/sealed-text.ts';
import { looksLikeJson } from '../bodies/field-format.ts';
import { maskCallValues } from '../masks/mask-call-values.ts';
import { sessionStoreOf } from '../masks/session-stores.ts';
import type { CasePayload } from '../recorded-case.ts';
import { redactPayload } from '../redact.ts';
import { REDACTED } from '../redact-json.ts';
import { ownPayload } from './case-seal.ts';
import { sealedByRules, sealPayload } from './seal-payload.ts';
import type { Sealer } from './sealer.ts';
import { type CredentialSettings, sealingOf } from './sealing.ts';

/** From the weakest to the strictest. */
const MODES = ['keep', 'seal', 'remove'] as const;

/**
 * A stored payload and the settings under which a replayed response is comparable with it: both have the same
 * credentials sealed under the same key, or removed. The stricter counts of what the settings say now and what they
 * said when the case was stored; what an earlier version stored is sealed like a new case.
 */
export function comparablePayload<Payload extends CasePayload>(
  given: Payload,
  caseId: string,
  settings: CredentialSettings,
  sealer: Sealer,
): { payload: Payload; settings: CredentialSettings } {
  const sealed = sealedAlike(given, caseId, settings, sealer);
  return { ...sealed, payload: redactedAlike(sealed.payload, sealed.settings, sealer) };
}

/**
 * A rule of an earlier version redacts more of a replayed response than it redacted of the recorded one, and earlier
 * versions redacted JSON only; a rule that seals may be younger than the recording.
 */
function redactedAlike<Payload extends CasePayload>(
  payload: Payload,
  settings: CredentialSettings,
  sealer: Pick<Sealer, 'seal'>,
): Payload {
  const all = blackOutRules(settings.redact);
  const again = all.length > 0 && hasOtherFormats(payload) ? all : blackOutRules(widenedRules(settings.redact));
  if (again.length === 0 && sealRules(settings.redact).length === 0) return payload;
  const { response, calls } = sealedByRules(redactPayload(payload, again), settings, sealer);
  return { ...payload, response, calls };
}

/** Whether rules select in what is not JSON. */
const hasOtherFormats = ({ response, calls }: CasePayload): boolean =>
  (response?.body != null && !looksLikeJson(response.body)) ||
  calls.some((call) => call.request.includes('<') || call.response.includes('<'));

function sealedAlike<Payload extends CasePayload>(
  given: Payload,
  caseId: string,
  settings: CredentialSettings,
  sealer: Sealer,
): { payload: Payload; settings: CredentialSettings } {
  const payload = ownPayload(given, caseId, sealer);
  const { credentialMode: before } = payload;
  const mode = MODES[Math.max(MODES.indexOf(before ?? 'keep'), MODES.indexOf(settings.credentials))] ?? 'seal';
  const current = { ...settings, credentials: mode };
  if (before === mode) {
    const stored = renewed(payload, sealer);
    return { payload: mode === 'keep' ? stored : sealedByLaterNames(stored, current, sealer), settings: current };
  }
  if (before === undefined)
    return { payload: sealPayload(payload, { ...current, redact: [] }, sealer), settings: current };
  const stored = renewed(payload, sealer);
  if (before === 'seal') return { payload: removed(stored), settings: current };
  // Its own rules have sealed values, which are to stay.
  return { payload: sealPayload(stored, { ...current, redact: [] }, sealer, 'stored'), settings: current };
}

/** Names that mean credentials since 0.2.0. Most payloads have none of them. */
const LATER_NAME = /session[^a-z0-9]{0,2}(?:key|data)/i;

/**
 * What an earlier version stored in clear, and would be sealed now: also parameters of statements, by their columns.
 */
function sealedByLaterNames<Payload extends CasePayload>(
  payload: Payload,
  settings: CredentialSettings,
  sealer: Sealer,
): Payload {
  const { request, response, calls } = payload;
  const texts = [request.body, response?.body, ...calls.flatMap((call) => [call.request, call.response])];
  if (
    texts.some((text) => text != null && LATER_NAME.test(text)) ||
    calls.some((call) => sessionStoreOf(call.request) !== null)
  )
    return sealPayload(payload, { ...settings, redact: [] }, sealer, 'stored');
  if (calls.length === 0) return payload;
  const mask = sealingOf(sealer, settings.credentials, false, 'stored').mask('utf8');
  return {
    ...payload,
    calls: calls.map((call) => ({
      ...call,
      request: maskCallValues(withPlaceholders(call.request, sealer), mask),
      response: maskCallValues(call.response, mask),
    })),
  };
}

/** The number of a placeholder in a list of values (`$1`), which an earlier version took for a credential. */
const SEALED_NUMBER = new RegExp(`\\$(${SEALED.source})`, 'g');

const withPlaceholders = (request: string, sealer: Pick<Sealer, 'open'>): string =>
  request.includes('$sealed.v1.')
    ? request.replaceAll(SEALED_NUMBER, (whole, placeholder: string) => {
        const number = sealer.open(placeholder)?.bytes.toString() ?? '';
        return /^\d{1,5}$/.test(number) ? `$${number}` : whole;
      })
    : request;

/** Sealed values as they would have been removed. */
const removed = <Payload>(payload: Payload): Payload =>
  // The same type: only texts inside strings change.
  JSON.parse(JSON.stringify(payload).replaceAll(new RegExp(`%?${SEALED.source}`, 'g'), REDACTED)) as Payload;

/**
 * A stored payload with everything sealed under the sealing key, as values can only be compared under one key. Between
 * a rotation of keys and the sealing of all cases again, payloads of older keys are left.
 */
export const renewed = <Payload>(payload: Payload, sealer: Pick<Sealer, 'keys' | 'renew'>): Payload =>
  // The same type: only texts inside strings change.
  sealer.keys.includes(',') ? (JSON.parse(sealer.renew(JSON.stringify(payload))) as Payload) : payload;
