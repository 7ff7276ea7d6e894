import { isSealed } from '../../../platform/values/sealed-text.ts';

/** A scheme before a credential: `Bearer x`. */
const SCHEMED = /^(\s{0,8}(?:bearer|basic|token|jwt|digest|negotiate|apikey|aws4-hmac-sha256)\s{1,8})(\S[\s\S]*)$/i;
const COOKIES = /^(?:set-?)?cookie$/i;
const AUTHORIZATION = /^(?:proxy-?)?authorization$/i;
/** A scheme of any name. */
const ANY_SCHEME = /^(\s{0,8}[\w-]{1,64}\s{1,8})(\S[\s\S]*)$/;
/** Values that are not credentials. */
const PLAIN = /^(?:null|true|false|include|omit|same-origin)?$/i;

/**
 * Replaces the credentials in the value of a header or a member of that name: what follows the scheme of an
 * authorization, and the value of each cookie; names and attributes of cookies stay. `part` is not called for empty
 * values and flags.
 */
export function mapCredential(name: string, value: string, part: (value: string) => string): string {
  const given = (text: string) => (PLAIN.test(text.trim()) || isSealed(text) ? text : part(text));
  if (COOKIES.test(name))
    return value
      .split(';')
      .map((pair, index) => (/^set/i.test(name) && index > 0 ? pair : mapCookie(pair, given)))
      .join(';');
  const [, scheme = '', token] = (AUTHORIZATION.test(name) ? ANY_SCHEME : SCHEMED).exec(value) ?? [];
  return token === undefined ? given(value) : scheme + given(token);
}

/** The value of one cookie; a cookie without a name is a value. Texts may be white space of any length. */
function mapCookie(pair: string, given: (text: string) => string): string {
  const from = pair.indexOf('=') + 1;
  const rest = pair.slice(from);
  const value = rest.trim();
  if (value === '') return pair;
  const start = from + rest.length - rest.trimStart().length;
  return pair.slice(0, start) + given(value) + pair.slice(start + value.length);
}
