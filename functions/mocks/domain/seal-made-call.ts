import { SEALED } from '../../platform/values/sealed-text.ts';
import type { CasePayload, RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { sealPayload } from '../../recordings/domain/sealed/seal-payload.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';

/** A credential that stands in calls without a name of its own, and its placeholder. */
export type Secret = readonly [text: string, placeholder: string];

/** As where cases are sealed (seal-case.ts): no encoding changes these characters. */
const SEARCHED = /^[\w.~-]{8,}$/;
const MAX_SECRETS = 100;

/** The credentials that are sealed in these texts. */
export function secretsIn(texts: readonly string[], sealer: Pick<Sealer, 'open'>): Secret[] {
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const [placeholder] of text.matchAll(SEALED)) {
      if (found.size >= MAX_SECRETS) break;
      const opened = sealer.open(placeholder);
      const plain = opened?.kind === 't' ? opened.bytes.toString() : '';
      if (SEARCHED.test(plain)) found.set(plain, placeholder);
    }
  }
  return [...found];
}

/** A made call as recorded ones are stored: redacted and sealed under the same settings and key. */
export function sealMadeCall(
  call: RecordedCall,
  { settings, secrets }: { settings: CredentialSettings; secrets: readonly Secret[] },
  sealer: Pick<Sealer, 'seal' | 'open'>,
): RecordedCall {
  const [sealed = call] = sealPayload({ ...NO_EXCHANGE, calls: [call] }, settings, sealer).calls;
  const without = (text: string) =>
    secrets.reduce((all, [secret, placeholder]) => all.replaceAll(secret, placeholder), text);
  if (secrets.length === 0) return sealed;
  return {
    ...sealed,
    target: without(sealed.target),
    operation: without(sealed.operation),
    request: without(sealed.request),
    response: without(sealed.response),
    error: sealed.error && without(sealed.error),
  };
}

const NO_EXCHANGE: CasePayload = {
  request: { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' },
  response: null,
  calls: [],
};
