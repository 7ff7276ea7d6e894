import type { LoginLocation, LoginToken } from '../../../applications/domain/login-step.ts';
import { parseJsonPath } from '../../../platform/json/json-path.ts';
import type { RecordedRequest, RecordedResponse } from '../recorded-case.ts';
import { credentialKey } from './credential-key.ts';
import { sentCookies, setCookies } from './session-cookies.ts';
import { isTokenHeader, isTokenName } from './token-name.ts';

/** Where a request sends a credential. */
export interface SentAt {
  key: string;
  place: LoginLocation;
}

/** Where a response issues a credential. */
export interface IssuedAt {
  key: string;
  token: LoginToken;
  /** The name of the cookie of a `set-cookie`. */
  cookie?: string;
  /** The scheme before it, such as `Bearer `. */
  scheme: string;
}

/** An authorization with its scheme, or a token without one. */
const AUTHORIZATION = /^\s*((?:bearer|token|jwt|session)\s+)?(\S+)\s*$/i;

const MAX_BODY = 64 * 1024;
const MAX_DEPTH = 8;

/** The places at which a request sends credentials that stand for a login. */
export function sentAt({ headers }: Pick<RecordedRequest, 'headers'>): SentAt[] {
  const inHeaders = inTokenHeaders(headers).flatMap(({ name, scheme, value }) =>
    keyed(value, (key): SentAt => ({ key, place: { header: name, prefix: scheme, always: false } })),
  );
  const inCookies = sentCookies(headers).flatMap(([cookie, value]) =>
    keyed(value, (key): SentAt => ({ key, place: { cookie, prefix: '', always: false } })),
  );
  return [...inHeaders, ...inCookies];
}

/** The places at which a response issues credentials. `now`: of the response, epoch ms. */
export function issuedAt(response: RecordedResponse, now: number): IssuedAt[] {
  const cookies = setCookies(response.headers, now).flatMap(({ name, value }) =>
    keyed(value ?? '', (key): IssuedAt => ({ key, token: { header: 'set-cookie' }, cookie: name, scheme: '' })),
  );
  const headers = inTokenHeaders(response.headers).flatMap(({ name, scheme, value }) =>
    keyed(value, (key): IssuedAt => ({ key, token: { header: name }, scheme })),
  );
  return [...cookies, ...inBody(response), ...headers];
}

const keyed = <T>(value: string, made: (key: string) => T): T[] => {
  const key = credentialKey(value);
  return key === null ? [] : [made(key)];
};

const inTokenHeaders = (headers: RecordedRequest['headers']) =>
  headers.flatMap(([each, text]) => {
    const name = each.toLowerCase();
    if (name !== 'authorization') return isTokenHeader(name) ? [{ name, scheme: '', value: text.trim() }] : [];
    const [, scheme = '', value] = AUTHORIZATION.exec(text) ?? [];
    return value === undefined ? [] : [{ name, scheme: scheme.replace(/\s+$/, ' '), value }];
  });

/** Members of a JSON body whose names mean a token, in the order of the text. */
function inBody({ body, bodyEncoding }: RecordedResponse): IssuedAt[] {
  if (body === null || bodyEncoding !== 'utf8' || body.length > MAX_BODY) return [];
  const found: IssuedAt[] = [];
  const visit = (value: unknown, path: string, name: string, depth: number): void => {
    if (typeof value === 'string' && isTokenName(name) && parseJsonPath(path) !== null)
      found.push(...keyed(value, (key): IssuedAt => ({ key, token: { path }, scheme: '' })));
    if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return;
    const isList = Array.isArray(value);
    for (const [child, inner] of Object.entries(value))
      visit(inner, isList ? `${path}[${child}]` : memberPath(path, child), isList ? name : child, depth + 1);
  };
  visit(parsed(body), '$', '', 0);
  return found;
}

const memberPath = (path: string, name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? `${path}.${name}` : `${path}['${name.replaceAll(/[\\']/g, '\\$&')}']`;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}
