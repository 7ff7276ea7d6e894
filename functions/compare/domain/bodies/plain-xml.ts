import { isUtf8 } from 'node:buffer';
import { byteAt, utf8 } from '../../../platform/json/tape.ts';
import type { PartTable } from './part-table.ts';
import { tableBuilder } from './table-builder.ts';

const DECLARATION = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")?\s*\?>/;
/** What other readers may refuse or normalise, byte by byte: controls, and characters that XML does not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNUSUAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\u00ef\u00bf[\u00be\u00bf]/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const [SLASH, EXCLAMATION, CLOSE, EQUALS, QUOTE, APOSTROPHE] = [0x2f, 0x21, 0x3e, 0x3d, 0x22, 0x27];
const [OPEN, AMPERSAND, COLON, BRACKET] = [0x3c, 0x26, 0x3a, 0x5d];

/**
 * Reads XML of the plain kind that services answer: elements, attributes, text, CDATA, comments and the five named
 * entities, many times faster than a general parser, and without an object for each part. Null for anything else,
 * well-formed or not: the general parser decides.
 */
export function readPlainXml(body: Uint8Array): PartTable | null {
  const bytes = isUtf8(body)
    ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
    : new TextEncoder().encode(utf8(body, 0, body.length));
  // One character for each byte, so that places are the same in both; nothing beyond ASCII is markup.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (UNUSUAL.test(text)) return null;
  const table = tableBuilder(bytes);
  const root = table.addRoot();
  const open: number[] = [];
  let top = root;
  let at = DECLARATION.exec(text)?.[0].length ?? 0;

  for (;;) {
    const next = text.indexOf('<', at);
    if (next === -1) break;
    if (next > at && !(top === root ? isBlank(at, next) : addText(at, next))) return null;
    const sign = byteAt(bytes, next + 1);
    if (sign === SLASH) {
      const name = table.nameAt(top);
      if (top === root || !table.isNameAt(name, next + 2)) return null;
      const end = tagEnd(next + 2 + table.lengthOf(name));
      if (end < 0 || isEmptyTag(end)) return null;
      at = end;
      table.close(top);
      top = open.pop() ?? root;
    } else if (sign === EXCLAMATION) {
      const isData = text.startsWith('<![CDATA[', next);
      if (isData ? top === root : !text.startsWith('<!--', next)) return null;
      const end = text.indexOf(isData ? ']]>' : '--', next + (isData ? 9 : 4));
      if (end === -1 || !(isData || text.startsWith('-->', end))) return null;
      if (isData) table.addPiece(top, next + 9, end);
      at = end + 3;
    } else {
      const nameEnd = nameEndAt(next + 1);
      if (nameEnd === next + 1 || (top === root && table.count() > 1)) return null;
      const element = table.add(table.nameOf('', next + 1, nameEnd));
      const after = readAttributes(nameEnd, element);
      const end = after < 0 ? -1 : tagEnd(after);
      if (end < 0) return null;
      at = end;
      if (isEmptyTag(end)) table.close(element);
      else {
        open.push(top);
        top = element;
      }
    }
  }
  if (top !== root || table.count() === 1 || !isBlank(at, bytes.length)) return null;
  table.close(root);
  return table.done();

  function isBlank(from: number, to: number): boolean {
    for (let place = from; place < to; place++) if (!isSpace(byteAt(bytes, place))) return false;
    return true;
  }

  /** Adds text to the open element; false if it cannot be read. */
  function addText(from: number, to: number): boolean {
    let hasEntities = false;
    let isOnlySpace = true;
    for (let place = from; place < to; place++) {
      const byte = byteAt(bytes, place);
      if (byte === AMPERSAND) hasEntities = true;
      if (byte === BRACKET && text.startsWith(']]>', place)) return false;
      isOnlySpace &&= isSpace(byte);
    }
    // Space at the beginning is trimmed in the end.
    if (isOnlySpace && table.isEmpty(top)) return true;
    if (!hasEntities) table.addPiece(top, from, to);
    else {
      const plain = unescaped(utf8(bytes, from, to));
      if (plain === null) return false;
      table.addText(top, plain);
    }
    return true;
  }

  /** The end of a name with at most one colon; the start if there is none. */
  function nameEndAt(start: number): number {
    const end = plainNameEnd(start);
    if (end === start || byteAt(bytes, end) !== COLON) return end;
    const local = plainNameEnd(end + 1);
    return local === end + 1 ? start : local;
  }

  function plainNameEnd(start: number): number {
    if (!isNameStart(byteAt(bytes, start))) return start;
    let end = start + 1;
    while (isInName(byteAt(bytes, end))) end++;
    return end;
  }

  function afterSpace(start: number): number {
    let place = start;
    while (isSpace(byteAt(bytes, place))) place++;
    return place;
  }

  /** The position after a tag whose `>` or `/>` comes next; -1 if something else does. */
  function tagEnd(start: number): number {
    const end = afterSpace(start);
    const close = byteAt(bytes, end) === SLASH ? end + 1 : end;
    return byteAt(bytes, close) === CLOSE ? close + 1 : -1;
  }

  function isEmptyTag(end: number): boolean {
    return byteAt(bytes, end - 2) === SLASH;
  }

  /** Adds attributes as parts; returns the position after them, -1 if one cannot be read or repeats. */
  function readAttributes(start: number, element: number): number {
    for (let place = start; ; ) {
      const nameStart = afterSpace(place);
      const nameEnd = nameEndAt(nameStart);
      if (nameStart === place || nameEnd === nameStart) return place;
      const equals = afterSpace(nameEnd);
      if (byteAt(bytes, equals) !== EQUALS) return place;
      const valueStart = afterSpace(equals + 1) + 1;
      const quote = byteAt(bytes, valueStart - 1);
      if (quote !== QUOTE && quote !== APOSTROPHE) return place;
      let valueEnd = valueStart;
      let hasEntities = false;
      for (; byteAt(bytes, valueEnd) !== quote; valueEnd++) {
        const byte = byteAt(bytes, valueEnd);
        // Nothing below a space is left but what a value may not have, and the end of the text.
        if (byte < 0x20 || byte === OPEN) return place;
        if (byte === AMPERSAND) hasEntities = true;
      }
      const name = table.nameOf('@', nameStart, nameEnd);
      for (let other = element + 1; other < table.count(); other++) if (table.nameAt(other) === name) return -1;
      const attribute = table.add(name);
      const value = hasEntities ? unescaped(utf8(bytes, valueStart, valueEnd)) : '';
      if (value === null) return -1;
      if (hasEntities) table.addText(attribute, value);
      else table.addPiece(attribute, valueStart, valueEnd);
      place = valueEnd + 1;
    }
  }
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const isNameStart = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || byte === 0x5f;
const isInName = (byte: number) =>
  isNameStart(byte) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e;

/** Text with its named entities replaced; null if there are others. */
function unescaped(text: string): string | null {
  let isPlain = true;
  const plain = text.replaceAll(/&(?:(amp|lt|gt|quot|apos);)?/g, (_, name: string | undefined) => {
    isPlain &&= name !== undefined;
    return ENTITIES[name ?? ''] ?? '';
  });
  return isPlain ? plain : null;
}
