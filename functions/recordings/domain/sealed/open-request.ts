import { isUtf8 } from 'node:buffer';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { headerOf } from '../../../platform/values/http-tokens.ts';
import { isSealed, maySeal, SEALED } from '../../../platform/values/sealed-text.ts';
import { bodyOf } from '../content-encoding.ts';
import type { RecordedRequest } from '../recorded-case.ts';
import type { Sealer } from './sealer.ts';

type Opener = Pick<Sealer, 'open'>;

/** Where a placeholder stands, which says how what it holds is written there. */
type Setting = 'query' | 'json' | 'markup' | 'text';

/**
 * Opens every sealed value in a recorded request: in its path, headers and body. Call it immediately before the request
 * is sent, and add to the request what comes from elsewhere after it; what it returns must not be stored or shown.
 */
export const openRequest = (request: RecordedRequest, opener: Opener): RecordedRequest => ({
  ...openSide(request, opener),
  path: openText(request.path, opener, 'query'),
});

/** A side of a recorded exchange with its sealed values opened. */
export function openSide<S extends SealedSide>(side: S, opener: Opener): S {
  const headers = side.headers.map(([name, value]): [string, string] => [name, openText(value, opener)]);
  if (side.body === null) return { ...side, headers };
  const bytes = Buffer.from(side.body, side.bodyEncoding);
  const body = openBytes(bytes, settingOf(headers, bytes), opener);
  return body === bytes ? { ...side, headers } : { ...side, headers, ...bodyOf(body) };
}

interface SealedSide {
  headers: [string, string][];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

function openBytes(body: Uint8Array, setting: Setting, opener: Opener): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!maySeal(bytes)) return body;
  const charset = isUtf8(bytes) ? 'utf8' : 'latin1';
  const text = bytes.toString(charset);
  const whole = isSealed(text) ? opener.open(text) : null;
  return whole === null ? Buffer.from(opened(text, { opener, setting, charset }), charset) : whole.bytes;
}

function settingOf(headers: readonly Header[], body: Uint8Array): Setting {
  const type = headerOf(headers, 'content-type') ?? '';
  if (/^application\/x-www-form-urlencoded/i.test(type)) return 'query';
  const [start] = /[^\s\uFEFF]/.exec(Buffer.from(body.subarray(0, 64)).toString()) ?? [];
  if (/^multipart/i.test(type)) return 'text';
  if (/json/i.test(type) || start === '{' || start === '[' || start === '"') return 'json';
  return start === '<' ? 'markup' : 'text';
}

/** Opens every sealed value in a text; those that do not authenticate stay as they are. */
export const openText = (text: string, opener: Opener, setting: Setting = 'text'): string =>
  maySeal(text) ? opened(text, { opener, setting, charset: 'utf8' }) : text;

interface Opening {
  opener: Opener;
  setting: Setting;
  charset: 'utf8' | 'latin1';
}

function opened(text: string, { opener, setting, charset }: Opening): string {
  const parts: string[] = [];
  let kept = 0;
  for (const { 0: placeholder, index } of text.matchAll(SEALED)) {
    const found = opener.open(placeholder);
    if (found === null) continue;
    const { kind, bytes } = found;
    const isHinted = kind !== 'q' && text[index - 1] === '%';
    const slashes = quoteBefore(text, index);
    const quotes = kind === 'j' && slashes !== null ? slashes.length + 1 : 0;
    const inner = bytes.toString(charset);
    const plain = kind === 'q' || !maySeal(inner) ? inner : opened(inner, { opener, setting, charset });
    const start = index - quotes - (isHinted ? 1 : 0);
    const written =
      kind === 't' ? encoded(plain, { setting, isHinted, before: text[index - 1] ?? '', slashes }) : plain;
    parts.push(text.slice(kept, start), written);
    kept = index + placeholder.length + quotes;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** The backslashes of the quote that stands before; null if none does. */
function quoteBefore(text: string, index: number): string | null {
  if (text[index - 1] !== '"') return null;
  let from = index - 1;
  while (text[from - 1] === '\\') from--;
  return text.slice(from, index - 1);
}

interface Spot {
  setting: Setting;
  /** Whether a `%` before the placeholder says that the whole value is percent-encoded. */
  isHinted: boolean;
  before: string;
  slashes: string | null;
}

/** A text as it is written where its placeholder stands. */
function encoded(text: string, { setting, isHinted, before, slashes }: Spot): string {
  if (isHinted) return encodeURIComponent(text.toWellFormed());
  if (setting === 'query') return text.replaceAll(UNQUERIED, (unit) => encodeURIComponent(unit));
  if (setting === 'json') {
    let written = text;
    for (let depth = Math.log2((slashes ?? '').length + 1); depth >= 0; depth--)
      written = JSON.stringify(written).slice(1, -1);
    return written;
  }
  return setting === 'markup' && /[>"'=]/.test(before)
    ? text.replaceAll(/[&<>"']/g, (unit) => `&#${unit.codePointAt(0)};`)
    : text;
}

/** What has another meaning in a query or a form. */
const UNQUERIED = /[%+&#\s"'<>\\\p{Cc}]/gu;
