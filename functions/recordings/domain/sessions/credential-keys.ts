import type { CasePayload, CredentialKeys } from '../recorded-case.ts';
import { credentialKey } from './credential-key.ts';
import { issuedUnnamedCookies, type SetCookie, sentCookies, setCookies, unnamedCookies } from './session-cookies.ts';
import { isTokenHeader } from './token-name.ts';
import { tokensInBody, tokensInPairs } from './tokens-in-body.ts';

/** Keys of one kind that are kept of a case. */
const MAX_KEYS = 4;

/** The session cookies of a case as its exchange shows them. */
export interface CaseCookies {
  sent: readonly [name: string, value: string][];
  set: readonly SetCookie[];
  /** Values of cookies that a response sets under other names, hidden from scripts. */
  issued: readonly string[];
}

export const caseCookies = ({ request, response }: Pick<CasePayload, 'request' | 'response'>, recordedAt: number) => ({
  sent: sentCookies(request.headers),
  set: response ? setCookies(response.headers, recordedAt) : [],
  issued: response ? issuedUnnamedCookies(response.headers, recordedAt) : [],
});

/** The credentials of a case; null if it has none. */
export function credentialKeys(
  { request, response }: Pick<CasePayload, 'request' | 'response'>,
  cookies: CaseCookies,
): CredentialKeys | null {
  const sent = keysOf([
    ...authorizations(request.headers),
    ...tokenHeaders(request.headers),
    ...cookies.sent.map(([, value]) => value),
  ]);
  const query = request.path.indexOf('?');
  const carried = [
    ...(query < 0 ? [] : tokensInPairs(request.path.slice(query + 1))),
    ...unnamedCookies(request.headers),
    ...tokensInBody(request),
  ];
  const tokens = keysOf(carried).filter((key) => !sent.includes(key));
  const inAnswer =
    response && response.status < 400
      ? [...authorizations(response.headers), ...tokenHeaders(response.headers), ...tokensInBody(response)]
      : [];
  const answered = keysOf([...cookies.set.flatMap(({ value }) => value ?? []), ...cookies.issued, ...inAnswer]);
  const issued = answered.filter((key) => !sent.includes(key) && !tokens.includes(key));
  return sent.length + tokens.length + issued.length === 0 ? null : { sent, tokens, issued };
}

const keysOf = (values: readonly string[]): string[] =>
  [...new Set(values.flatMap((value) => credentialKey(value) ?? []))].slice(0, MAX_KEYS);

type Headers = readonly (readonly [string, string])[];

/** Tokens of `Authorization: Bearer <token>` and similar ones, or without a scheme. */
const authorizations = (headers: Headers): string[] =>
  headers.flatMap(([name, value]) => {
    if (name.toLowerCase() !== 'authorization') return [];
    const [, token] = /^\s*(?:(?:bearer|token|jwt|session)\s+)?(\S+)\s*$/i.exec(value) ?? [];
    return token === undefined ? [] : [token];
  });

const tokenHeaders = (headers: Headers): string[] =>
  headers.flatMap(([name, value]) => (isTokenHeader(name) ? [value.trim()] : []));
