import { isUtf8 } from 'node:buffer';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { maySeal } from '../../../platform/values/sealed-text.ts';
import { decodeContent } from '../content-encoding.ts';
import { isRandomText } from '../masks/random-text.ts';
import type { CasePayload } from '../recorded-case.ts';
import { replaceSecret, type Secret } from './found-credentials.ts';
import { type Side, sealedBody } from './seal-side.ts';
import type { Sealer } from './sealer.ts';

/** Shorter values may be words. */
const MIN_LENGTH = 12;
/** Fewer different characters are not a random value. */
const MIN_DIFFERENT = 6;
/** What stands in JSON, markup and headers as it is. */
const PLAIN = /^[\w.~+/=:@!*-]+$/;

/** Whether a credential is searched for under other names: random characters, no number, date or address. */
const isRepeated = (text: string): boolean =>
  text.length >= MIN_LENGTH &&
  PLAIN.test(text) &&
  !maySeal(text) &&
  !/^[\d.eE+-]+$|^\d{4}-\d\d-\d\d|:\/\//.test(text) &&
  ((/\d/.test(text) && /[A-Za-z]/.test(text) && new Set(text).size >= MIN_DIFFERENT) || isRandomText(text));

/** Seals the credentials of a case where its request and response repeat them under other names. */
export function sealRepeats<Payload extends Pick<CasePayload, 'request' | 'response'>>(
  payload: Payload,
  secrets: readonly Secret[],
  sealer: Pick<Sealer, 'seal'>,
): Payload {
  const searched = secrets.filter(([text]) => isRepeated(text));
  if (searched.length === 0) return payload;
  const { request, response } = payload;
  const path = searched.reduce((text, secret) => withoutSecret(text, secret, sealer, true), request.path);
  return {
    ...payload,
    request: { ...withoutSecrets(request, searched, sealer), path },
    response: response && withoutSecrets(response, searched, sealer),
  };
}

/** The same in one side of an exchange. */
export function sealRepeatsIn<S extends Side>(side: S, secrets: readonly Secret[], sealer: Pick<Sealer, 'seal'>): S {
  const searched = secrets.filter(([text]) => isRepeated(text));
  return searched.length === 0 ? side : withoutSecrets(side, searched, sealer);
}

function withoutSecrets<S extends Side>(side: S, secrets: readonly Secret[], sealer: Pick<Sealer, 'seal'>): S {
  const sealed = (plain: string, isEncoded = false) =>
    secrets.reduce((all, secret) => withoutSecret(all, secret, sealer, isEncoded), plain);
  const headers = side.headers.map(([name, value]): [string, string] => [name, sealed(value)]);
  if (side.body === null || side.body === '') return { ...side, headers };
  const isForm = /^application\/x-www-form-urlencoded/i.test(headerOf(side.headers, 'content-type') ?? '');
  if (side.bodyEncoding === 'utf8') return { ...side, headers, body: sealed(side.body, isForm) };
  const bytes = Buffer.from(side.body, 'base64');
  const coding = headerOf(side.headers, 'content-encoding');
  const decoded = coding === undefined ? null : decodeContent(coding, bytes);
  const content = Buffer.from(decoded ?? bytes);
  const charset = isUtf8(content) ? 'utf8' : 'latin1';
  const text = content.toString(charset);
  const body = sealed(text, isForm);
  return body === text ? { ...side, headers } : { ...side, ...sealedBody(body, charset, headers, decoded) };
}

/** Where a form or a query would write the credential in another way, it is sealed as it stands there. */
function withoutSecret(
  text: string,
  [secret, placeholder]: Secret,
  sealer: Pick<Sealer, 'seal'>,
  isForm: boolean,
): string {
  const asItIs = isForm && secret.includes('+') ? () => sealer.seal('r', secret) : () => placeholder;
  const plain = replaceSecret(text, secret, asItIs);
  const encoded = encodeURIComponent(secret);
  return encoded === secret ? plain : replaceSecret(plain, encoded, () => `%${placeholder}`);
}
