import type { CasePayload, RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { type Secret, sessionIds } from '../../recordings/domain/sealed/found-credentials.ts';
import { sealPayload } from '../../recordings/domain/sealed/seal-payload.ts';
import type { Sealer } from '../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../recordings/domain/sealed/sealing.ts';
import { secretsIn } from '../../recordings/domain/sealed/secrets-in.ts';

/** As where cases are sealed (seal-case.ts): no encoding changes these characters. */
const SEARCHED = /^[\w.~-]{8,}$/;

/** The credentials that are sealed in these texts, and searched for in made calls. */
export function callSecrets(texts: readonly string[], sealer: Pick<Sealer, 'open' | 'seal'>): Secret[] {
  const found = secretsIn(texts, sealer);
  return [...found, ...sessionIds(found, sealer)].filter(([text]) => SEARCHED.test(text));
}

/** A made call as recorded ones are stored: redacted and sealed under the same settings and key. */
export function sealMadeCall(
  call: RecordedCall,
  { settings, secrets }: { settings: CredentialSettings; secrets: readonly Secret[] },
  sealer: Pick<Sealer, 'seal'>,
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
