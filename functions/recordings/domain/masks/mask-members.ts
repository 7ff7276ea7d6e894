import { isCredentialName, isTokenCode } from './credential-names.ts';
import type { Mask } from './mask.ts';

/** Escapes of JSON inside strings of JSON, each level of which doubles the backslashes before a quote. */
const MAX_BACKSLASHES = 15;
const NAME = /^(?:[\w.\- $@[\]]|\\+u[0-9a-fA-F]{4}){1,128}$/;
const SPACE = /(?:\s|\\+[nrt]){0,200}/y;
const SCALAR = /[^\s,}\]"'\\<]{0,10000}/y;

/**
 * Masks members of JSON whose names mean credentials, at any depth of JSON inside strings, in lines of JSON, and in
 * text that is cut. It looks for quoted names before a colon, so it needs no valid JSON around them, and reads the text
 * once.
 */
export function maskMembers(text: string, mask: Mask): string {
  const parts: string[] = [];
  const isNamed = judgedNames();
  let kept = 0;
  for (let quote = text.indexOf('"'); quote >= 0; quote = text.indexOf('"', Math.max(quote + 1, kept))) {
    const value = credentialAt(text, quote, isNamed) ?? argumentAt(text, quote);
    if (value === null) continue;
    const { name, start, end, slashes } = value;
    const given = text.slice(start, end);
    const masked = mask.member?.(name, given, slashes) ?? `${slashes}"${mask(name, given, 'body')}${slashes}"`;
    parts.push(text.slice(kept, start), masked);
    kept = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/**
 * Replaces the strings and numbers in an object or a list of JSON; `name` is that of the member that holds one. Null
 * where anything else would be left: in malformed text, and under names that are not words.
 */
export function mapLeaves(
  text: string,
  slashes: string,
  name: string,
  leaf: (name: string, value: string) => string,
): string | null {
  const quote = `${slashes}"`;
  const parts: string[] = [];
  let named = name;
  for (let at = 0; at < text.length; ) {
    const between = matchAt(slashes === '' ? BETWEEN : BETWEEN_ESCAPED, text, at);
    parts.push(between);
    at += between.length;
    if (at >= text.length) break;
    const isString = text.startsWith(quote, at);
    const end = isString ? endOfString(text, at + quote.length, slashes.length) : at + matchAt(NUMBER, text, at).length;
    if (end === at) return null;
    const value = text.slice(at, end);
    const isName = isString && matchAt(COLON, text, end) !== '';
    if (isName) {
      named = value.slice(quote.length, -quote.length);
      if (!WORDS.test(named)) return null;
    }
    parts.push(isName ? value : leaf(named, value));
    at = end;
  }
  return parts.join('');
}

const BETWEEN = /(?:[\s{}[\],:]|true|false|null)*/y;
const BETWEEN_ESCAPED = /(?:[\s{}[\],:]|\\+[nrt]|true|false|null)*/y;
const NUMBER = /-?\d[\d.eE+-]*/y;
const COLON = /(?:\s|\\+[nrt]){0,200}:/y;
/** Names of members; longer ones may be credentials themselves. */
const WORDS = /^(?!(?=.*\d)[\w-]{20})[\w.\- $@/]{1,64}$/;

interface Found {
  name: string;
  /** The value, with its quotes or brackets. */
  start: number;
  end: number;
  /** The backslashes before its quotes. */
  slashes: string;
}

/** The value of the member whose name begins after this quote; null if it is not a credential. */
function credentialAt(text: string, quote: number, isNamed: (name: string) => boolean): Found | null {
  const next = text.indexOf('"', quote + 1);
  if (next < 0 || !mayPrecedeColon(text.charCodeAt(next + 1))) return null;
  const slashes = backslashesBefore(text, quote);
  if (slashes === null || !text.startsWith(slashes, next - slashes.length)) return null;
  const named = text.slice(quote + 1, next - slashes.length);
  const name = named.includes('\\') ? unescaped(named) : named;
  if (!isNamed(name) || !NAME.test(named)) return null;
  const colon = next + 1 + matchAt(SPACE, text, next + 1).length;
  if (text[colon] !== ':') return null;
  const start = colon + 1 + matchAt(SPACE, text, colon + 1).length;
  const end = endOfValue(text, start, slashes);
  const edge = slashes.length + 1;
  if (name === 'code' && !isTokenCode(text.slice(start + edge, end - edge), text)) return null;
  return /^(?:null|true|false|)$/.test(text.slice(start, Math.min(end, start + 6)))
    ? null
    : { name, start, end, slashes };
}

/** Judges each name once: the elements of a list have the same few. */
function judgedNames(): (name: string) => boolean {
  const judged = new Map<string, boolean>();
  return (name) => {
    const known = judged.get(name);
    if (known !== undefined || name.length > MAX_NAME) return known ?? false;
    const isNamed = name === 'code' || isCredentialName(name);
    judged.set(name, isNamed);
    return isNamed;
  };
}

const MAX_NAME = 128;

const unescaped = (name: string): string =>
  name.replaceAll(/\\+u([0-9a-fA-F]{4})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Whether a colon may follow: what stands here is one, an escape, or white space. */
const mayPrecedeColon = (unit: number): boolean =>
  unit === COLON_UNIT || unit === BACKSLASH_UNIT || unit <= SPACE_UNIT || unit > LAST_ASCII_UNIT;

const [SPACE_UNIT, COLON_UNIT, BACKSLASH_UNIT, LAST_ASCII_UNIT] = [0x20, 0x3a, 0x5c, 0x7f];

/**
 * The string that begins with this quote, if an unquoted name of a credential and a colon stand before it, as in
 * arguments of GraphQL; else null.
 */
function argumentAt(text: string, quote: number): Found | null {
  const before = text.charCodeAt(quote - 1);
  if (before !== COLON_UNIT && before !== SPACE_UNIT && before !== BACKSLASH_UNIT) return null;
  const slashes = backslashesBefore(text, quote);
  if (slashes === null) return null;
  let colon = quote - slashes.length - 1;
  while (text[colon] === ' ') colon--;
  // In JSON, a quote ends the name.
  if (text[colon] !== ':' || !/[\w ]/.test(text[colon - 1] ?? '')) return null;
  const [, name = ''] = ARGUMENT.exec(text.slice(Math.max(0, colon - MAX_ARGUMENT), colon)) ?? [];
  if (!isCredentialName(name)) return null;
  const start = quote - slashes.length;
  const isBlock = text.startsWith(`${slashes}"`.repeat(3), start);
  const end = isBlock
    ? text.indexOf(`${slashes}"`.repeat(3), start + 3 * (slashes.length + 1)) + 3 * (slashes.length + 1)
    : endOfString(text, quote + 1, slashes.length);
  return end > start ? { name, start, end, slashes } : null;
}

const MAX_ARGUMENT = 140;
/** A name at the end that no quote follows; what stands before it is not part of a name. */
const ARGUMENT = /(?:^|[^\w"'\\$.-])([A-Za-z_]\w{0,127}) {0,8}$/;

/** The backslashes before a quote; null if there are more than a text in texts has. */
function backslashesBefore(text: string, quote: number): string | null {
  if (text[quote - 1] !== '\\') return '';
  let from = quote;
  while (text[from - 1] === '\\' && quote - from <= MAX_BACKSLASHES) from--;
  return quote - from > MAX_BACKSLASHES ? null : text.slice(from, quote);
}

function endOfValue(text: string, start: number, slashes: string): number {
  if (text.startsWith(`${slashes}"`, start)) return endOfString(text, start + slashes.length + 1, slashes.length);
  const first = text[start];
  if (first === "'") return text.indexOf("'", start + 1) + 1 || text.length;
  if (first !== '{' && first !== '[') return start + matchAt(SCALAR, text, start).length;
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text[at];
    if (unit === '{' || unit === '[') depth++;
    else if (unit === '}' || unit === ']') {
      if (--depth === 0) return at + 1;
    } else if (unit === '"') {
      // A quote with fewer backslashes ends the text that this value is written in.
      const before = backslashesBefore(text, at);
      if (before !== null && before.length < slashes.length) return at - before.length;
      if (before?.length === slashes.length) at = endOfString(text, at + 1, slashes.length) - 1;
    }
  }
  return text.length;
}

/** The position after the closing quote, or of one with fewer backslashes; the end of a text that is cut. */
function endOfString(text: string, from: number, backslashes: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = 0;
    while (at - before > from && text[at - before - 1] === '\\') before++;
    if (before < backslashes) return at - before;
    // What is more than the slashes of the quote itself are whole escaped backslashes, or the quote belongs to the
    // value.
    if ((before - backslashes) % (2 * (backslashes + 1)) === 0) return at + 1;
  }
  return text.length;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
