import { maySeal } from '../../../platform/values/sealed-text.ts';
import { isMasked, type Mask, type MaskContext } from '../masks/mask.ts';
import { mapLeaves } from '../masks/mask-members.ts';
import { REDACTED } from '../redact-json.ts';
import { mapCredential } from './credential-parts.ts';
import { percentDecoded } from './percent-decoded.ts';
import type { SealedKind, Sealer } from './sealer.ts';

/** How a side is sealed. */
export interface SealOptions {
  /**
   * Whether opening restores every byte, as in requests. Else a value is sealed as it is meant, so that it equals the
   * same one in any other encoding.
   */
  isExact: boolean;
  /** `latin1` where each character stands for a byte. Default: utf8. */
  charset?: 'utf8' | 'latin1' | undefined;
}

/** A mask that seals. */
export function sealMask(sealer: Pick<Sealer, 'seal'>, { isExact, charset = 'utf8' }: SealOptions) {
  const seal = (kind: SealedKind, text: string) => sealer.seal(kind, Buffer.from(text, charset));
  const asMeant = (decoded: string | null, value: string) => (decoded === null ? seal('r', value) : seal('t', decoded));

  const inPlace: Readonly<Record<MaskContext, (value: string, name: string) => string>> = {
    header: (value, name) =>
      mapCredential(name, value, (part) => (isCookie(name) ? inPlace.cookie(part, name) : seal('t', part))),
    cookie: (value) => hinted(value) ?? seal('t', value),
    form: (value) =>
      isExact
        ? (hinted(value) ?? seal(SAFE.test(value) ? 't' : 'r', value))
        : asMeant(percentDecoded(value.replaceAll('+', ' ')), value),
    pair: (value) => (isExact ? seal(SAFE.test(value) ? 't' : 'r', value) : asMeant(percentDecoded(value), value)),
    markup: (value) => {
      const [, start = '', inner = '', end = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(value) ?? [];
      if (inner.includes('<')) return seal('r', value);
      const sealed = isExact ? seal(SAFE.test(inner) ? 't' : 'r', inner) : seal('t', withoutEntities(inner));
      return `${start}${sealed}${end}`;
    },
    line: (value, name) => mapCredential(name, value, (part) => seal(!isExact || SAFE.test(part) ? 't' : 'r', part)),
    part: (value) => seal('t', value),
    body: (value) => seal('b', value),
  };

  /**
   * A value that is percent-encoded as a whole: the sign says that it is to be encoded again, unlike placeholders in
   * it.
   */
  function hinted(value: string): string | null {
    const decoded = value.includes('%') && !maySeal(value) ? percentDecoded(value) : null;
    return decoded !== null && encodeURIComponent(decoded) === value ? `%${seal('t', decoded)}` : null;
  }

  const member = (name: string, value: string, slashes: string): string => {
    const quote = `${slashes}"`;
    const inner = value.slice(quote.length, -quote.length);
    if (value.length >= 2 * quote.length && value.startsWith(quote) && value.endsWith(quote))
      return inner === '' || isMasked(inner) ? value : `${quote}${string(name, inner, slashes)}${quote}`;
    const leaves = /^[[{]/.test(value)
      ? mapLeaves(value, slashes, name, (at, leaf) => member(at, leaf, slashes))
      : null;
    return leaves ?? `${quote}${seal('j', value)}${quote}`;
  };

  /** The inside of a string of JSON. Without a backslash it is the same at every depth. */
  function string(name: string, value: string, slashes: string): string {
    const depth = Math.log2(slashes.length + 1) + 1;
    const decoded = !ESCAPED.test(value) ? value : isExact ? null : unescaped(value, depth);
    if (decoded === null) return seal('r', value);
    const sealed = mapCredential(name, decoded, (part) =>
      isCookie(name) ? inPlace.cookie(part, name) : seal('t', part),
    );
    return sealed === decoded ? value : decoded === value ? sealed : escaped(sealed, depth);
  }

  return Object.assign((name: string, value: string, context: MaskContext) => inPlace[context](value, name), {
    member,
  });
}

/** The mask that removes. */
export const removeMask: Mask = (name, value, context) =>
  context === 'header' || context === 'line'
    ? mapCredential(name, value, () => REDACTED)
    : context === 'form'
      ? encodeURIComponent(REDACTED)
      : REDACTED;

/** No character means anything in JSON, markup, a query or a form, so that the text is written alike in all of them. */
const SAFE = /^[^\\"'&<>%+#\s\p{Cc}]*$/u;

/** Not written as it is meant in a string of JSON. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them
const ESCAPED = /[\\\x00-\x1f]/;

const isCookie = (name: string) => /^(?:set-?)?cookie$/i.test(name);

function unescaped(value: string, depth: number): string | null {
  let text = value;
  try {
    for (let at = 0; at < depth; at++) text = String(JSON.parse(`"${text}"`));
    return text;
  } catch (fault) {
    if (fault instanceof SyntaxError) return null;
    throw fault;
  }
}

function escaped(value: string, depth: number): string {
  let text = value;
  for (let at = 0; at < depth; at++) text = JSON.stringify(text).slice(1, -1);
  return text;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const withoutEntities = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
