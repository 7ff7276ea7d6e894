import { isCredentialField, isCredentialName } from './credential-names.ts';
import { isMasked, type Mask } from './mask.ts';
import { isRandomText } from './random-text.ts';

/**
 * What may stand before a name: the start, a separator of queries and forms, a quote, or a separator that is encoded.
 */
const BEFORE = String.raw`(?:^|[?&;#"'\s,({[]|\\u0026|&amp;|%3F|%26)`;
const NAME = String.raw`([\w.$@-]{1,128}(?:\[[\w-]{0,64}\])?|(?:[\w.$@-]|%[0-9a-f]{2}){1,128})`;
const NAMED = new RegExp(`${BEFORE}${NAME}\\s{0,3}(?:=|%3D)\\s{0,3}`, 'gi');
/** A quoted text, also with the escapes of JSON around it, or what no separator ends. */
const VALUE = /"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|\\{1,15}"[^"\\]*|(?:(?!%26)[^&#\s"'<>\\])+/iy;
/** The same in JSON, where a quote ends the text: an apostrophe there may begin a value that no other one ends. */
const VALUE_IN_JSON = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'"\\\n]|\\[^"])*'?|\\{1,15}"[^"\\]*|(?:(?!%26)[^&#\s"'<>\\])+/iy;
const USER = /(\/\/[^\s/:@"'<>\\]{0,256}:)([^\s/@"'<>\\]{1,1024})(?=@)/g;
/** A token that names its own signature (RFC 7519). */
const SIGNED = /(?<![\w%-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
/** A segment after one whose name says that a token follows, as in links to reset a password. */
const LINK =
  /(\/[\w-]{0,40}(?:reset|verif|confirm|activat|invit|magic|recover|unsubscri)[\w-]{0,40}\/)([\w.~=%-]{12,2048})(?=[^\w.~=%-]|$)/gi;
/** Those of a string of PostgreSQL. */
const DOLLARS = /^\$\$|\$\$$/g;
/** Longer ones after a scheme are not words. */
const MIN_TOKEN = 16;
const SCHEME = /(?<![\w])(bearer|basic|digest|negotiate)(\s+)([\w.~+/=-]{6,})/gi;

/**
 * Masks values of `name=value` pairs anywhere in a text: queries of URLs, forms, conditions of statements; also the
 * password of a URL, tokens in the path of links, JSON web tokens, and what follows `Bearer` or `Basic`.
 */
export const maskPairs = (text: string, mask: Mask): string =>
  maskNamed(text, mask)
    .replaceAll(USER, (whole, user: string, password: string) =>
      isMasked(password) ? whole : `${user}${mask('password', password, 'pair')}`,
    )
    .replaceAll(LINK, (whole, start: string, token: string) =>
      isMasked(token) || !isRandomText(decoded(token)) ? whole : start + mask('token', token, 'pair'),
    )
    .replaceAll(SIGNED, (value) => mask('jwt', value, 'pair'))
    .replaceAll(SCHEME, (whole, scheme: string, space: string, value: string) =>
      isMasked(value) || !isCredential(scheme, value) ? whole : `${scheme}${space}${mask(scheme, value, 'pair')}`,
    );

/** Words may follow these as well: `basic information`. */
function isCredential(scheme: string, value: string): boolean {
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').includes(':');
  return value.length >= MIN_TOKEN || /\d/.test(value);
}

function maskNamed(text: string, mask: Mask): string {
  if (!/=|%3d/i.test(text)) return text;
  const pattern = /^\s*["[{]/.test(text) ? VALUE_IN_JSON : VALUE;
  const parts: string[] = [];
  let kept = 0;
  for (const found of text.matchAll(NAMED)) {
    const [pair, name = ''] = found;
    const start = found.index + pair.length;
    if (found.index < kept || !(isCredentialName(decoded(name)) || /code$/i.test(name))) continue;
    pattern.lastIndex = start;
    const [value = ''] = pattern.exec(text) ?? [];
    if (!isCredentialField(decoded(name), decoded(value))) continue;
    // A function around a string of SQL (mask-statements.ts).
    if (/^\w{1,64}\($/.test(value) && text[start + value.length] === "'") continue;
    if (value === '' || isMasked(value)) continue;
    const [quote = ''] = /^(?:["']|\\+")/.exec(value) ?? [];
    const end = quote.length === 1 && value.length > 1 && value.endsWith(quote) ? 1 : 0;
    const inner = value.slice(quote.length, value.length - end);
    // Sealed values of cookies are followed by others.
    if (inner === '' || isMasked(inner.replaceAll(DOLLARS, '')) || /^%?sealed\.v1\.[\w-]{38,}\./.test(inner)) continue;
    parts.push(text.slice(kept, start), quote, mask(name, inner, 'pair'));
    kept = start + value.length - end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** Masks the values of a form (application/x-www-form-urlencoded) or a query, whatever characters they have. */
export const maskForm = (text: string, mask: Mask): string =>
  text
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=');
      const name = at < 0 ? pair : pair.slice(0, at);
      if (at < 0 || at === pair.length - 1) return pair;
      const value = pair.slice(at + 1);
      if (!isCredentialField(decoded(name.replaceAll('+', ' ')), decoded(value))) return pair;
      return isMasked(value) ? pair : `${name}=${mask(name, value, 'form')}`;
    })
    .join('&');

/** A name as it is meant; invalid escapes are left. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch (fault) {
    if (fault instanceof URIError) return name;
    throw fault;
  }
}
