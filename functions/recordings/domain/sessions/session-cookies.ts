/** Names of cookies that stand for a login or a visit, as frameworks and applications call them. */
const SESSION = /sess|sid$|(?:^|[._-])sid(?:[._-]|$)|auth|token|jwt|login|identity|remember|ticket|cart|basket|guest/i;
/** Names of cookies that protect forms, balance load, or count visits. */
const OTHER =
  /csrf|xsrf|consent|affinity|sticky|^(?:__?ga|_gid|_gcl|_hj|_pk_|_fb|_uet|_dc_|ai_|ajs_|amp_|mp_|__hs|hubspot|intercom|optimizely|aws)/i;

/** Cookies read of one message. */
const MAX_COOKIES = 50;

/** Whether a cookie of this name stands for a login or a visit. */
const isSessionCookie = (name: string): boolean => SESSION.test(name) && !OTHER.test(name);

type Headers = readonly (readonly [string, string])[];

/** The session cookies that a request sends. */
export const sentCookies = (headers: Headers): [name: string, value: string][] =>
  valuesOf(headers, 'cookie')
    .flatMap((value) => value.split(';', MAX_COOKIES))
    .slice(0, MAX_COOKIES)
    .flatMap(pairOf);

/** A session cookie that a response sets. */
export interface SetCookie {
  name: string;
  /** Null: the cookie is removed. */
  value: string | null;
}

/** The session cookies that a response sets or removes; `now`: of the response, epoch ms. */
export const setCookies = (headers: Headers, now: number): SetCookie[] =>
  valuesOf(headers, 'set-cookie')
    .slice(0, MAX_COOKIES)
    .flatMap((line) => {
      const [pair = '', ...attributes] = line.split(';');
      const [[name, value] = []] = pairOf(pair);
      if (name === undefined || value === undefined) return [];
      return [{ name, value: value === '' || isExpired(attributes, now) ? null : value }];
    });

/** Whether a name says neither that a cookie stands for a visit nor what else it is for. */
const isUnnamed = (name: string): boolean => name !== '' && !SESSION.test(name) && !OTHER.test(name);

/** Values of cookies with other names that a request sends: credentials if a recorded response has issued them. */
export const unnamedCookies = (headers: Headers): string[] =>
  valuesOf(headers, 'cookie')
    .flatMap((value) => value.split(';', MAX_COOKIES))
    .slice(0, MAX_COOKIES)
    .flatMap((pair) => splitPair(pair))
    .flatMap(([name, value]) => (isUnnamed(name) ? [value] : []));

/** Values of cookies with other names that scripts cannot read, which a response sets. */
export const issuedUnnamedCookies = (headers: Headers, now: number): string[] =>
  valuesOf(headers, 'set-cookie')
    .slice(0, MAX_COOKIES)
    .flatMap((line) => {
      const [pair = '', ...attributes] = line.split(';');
      const isHidden = attributes.some((one) => one.trim().toLowerCase() === 'httponly');
      if (!isHidden || isExpired(attributes, now)) return [];
      return splitPair(pair).flatMap(([name, value]) => (isUnnamed(name) ? [value] : []));
    });

const valuesOf = (headers: Headers, name: string): string[] =>
  headers.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : []));

const pairOf = (pair: string): [name: string, value: string][] =>
  splitPair(pair).filter(([name]) => isSessionCookie(name));

function splitPair(pair: string): [name: string, value: string][] {
  const at = pair.indexOf('=');
  const name = pair.slice(0, Math.max(0, at)).trim();
  if (name === '') return [];
  const value = pair.slice(at + 1).trim();
  return [[name, value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value]];
}

/** Max-Age has precedence over Expires (RFC 6265 5.3). */
function isExpired(attributes: readonly string[], now: number): boolean {
  const named = (name: string) =>
    attributes.map((one) => one.trim()).find((one) => one.toLowerCase().startsWith(`${name}=`));
  const age = named('max-age')?.slice('max-age='.length).trim();
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(named('expires')?.slice('expires='.length) ?? '');
  return expires <= now;
}
