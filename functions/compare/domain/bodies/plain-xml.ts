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

/** A body that is being read. */
interface Reading {
  bytes: Uint8Array;
  /** One character for each byte, so that places are the same in both; nothing beyond ASCII is markup. */
  text: string;
  table: ReturnType<typeof tableBuilder>;
  root: number;
  /** The innermost open element, and those around it. */
  top: number;
  open: number[];
}

/**
 * Parses XML of the plain kind that services answer: elements, attributes, text, CDATA, comments and the five named
 * entities, many times faster than a general parser, and without an object for each part. Null for anything else,
 * well-formed or not: the general parser decides.
 */
export function parsePlainXml(body: Uint8Array): PartTable | null {
  const bytes = isUtf8(body)
    ? new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
    : new TextEncoder().encode(utf8(body, 0, body.length));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (UNUSUAL.test(text)) return null;
  const table = tableBuilder(bytes);
  const root = table.addRoot();
  const reading: Reading = { bytes, text, table, root, top: root, open: [] };
  let at = DECLARATION.exec(text)?.[0].length ?? 0;

  for (let next = text.indexOf('<', at); next !== -1; next = text.indexOf('<', at)) {
    if (next > at && !(reading.top === root ? isBlank(bytes, at, next) : addText(reading, at, next))) return null;
    at = afterMarkup(reading, next);
    if (at === -1) return null;
  }
  if (reading.top !== root || table.count() === 1 || !isBlank(bytes, at, bytes.length)) return null;
  table.close(root);
  return table.done();
}

/** Reads the markup that begins at a `<`; returns the position after it, -1 if it cannot be read. */
function afterMarkup(reading: Reading, start: number): number {
  const sign = byteAt(reading.bytes, start + 1);
  if (sign === SLASH) return closeElement(reading, start);
  return sign === EXCLAMATION ? addData(reading, start) : openElement(reading, start);
}

function closeElement(reading: Reading, start: number): number {
  const { bytes, table, root, top, open } = reading;
  const name = table.nameAt(top);
  if (top === root || !table.isNameAt(name, start + 2)) return -1;
  const end = tagEnd(bytes, start + 2 + table.lengthOf(name));
  if (end < 0 || isEmptyTag(bytes, end)) return -1;
  table.close(top);
  reading.top = open.pop() ?? root;
  return end;
}

/** Adds CDATA, or skips a comment. */
function addData({ text, table, root, top }: Reading, start: number): number {
  const isData = text.startsWith('<![CDATA[', start);
  if (isData ? top === root : !text.startsWith('<!--', start)) return -1;
  const end = text.indexOf(isData ? ']]>' : '--', start + (isData ? 9 : 4));
  if (end === -1 || !(isData || text.startsWith('-->', end))) return -1;
  if (isData) table.addPiece(top, start + 9, end);
  return end + 3;
}

function openElement(reading: Reading, start: number): number {
  const { bytes, table, root, top, open } = reading;
  const nameEnd = nameEndAt(bytes, start + 1);
  if (nameEnd === start + 1 || (top === root && table.count() > 1)) return -1;
  const element = table.add(table.nameOf('', start + 1, nameEnd));
  const after = parseAttributes(reading, nameEnd, element);
  const end = after < 0 ? -1 : tagEnd(bytes, after);
  if (end < 0) return -1;
  if (isEmptyTag(bytes, end)) table.close(element);
  else {
    open.push(top);
    reading.top = element;
  }
  return end;
}

/** Adds text to the open element; false if it cannot be read. */
function addText({ bytes, text, table, top }: Reading, from: number, to: number): boolean {
  let hasEntities = false;
  let isOnlySpace = true;
  for (let position = from; position < to; position++) {
    const byte = byteAt(bytes, position);
    if (byte === AMPERSAND) hasEntities = true;
    if (byte === BRACKET && text.startsWith(']]>', position)) return false;
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

/** Adds attributes as parts; returns the position after them, -1 if one cannot be read or repeats. */
function parseAttributes({ bytes, table }: Reading, start: number, element: number): number {
  for (let position = start; ; ) {
    const nameStart = afterSpace(bytes, position);
    const nameEnd = nameEndAt(bytes, nameStart);
    if (nameStart === position || nameEnd === nameStart) return position;
    const equals = afterSpace(bytes, nameEnd);
    if (byteAt(bytes, equals) !== EQUALS) return position;
    const valueStart = afterSpace(bytes, equals + 1) + 1;
    const quote = byteAt(bytes, valueStart - 1);
    if (quote !== QUOTE && quote !== APOSTROPHE) return position;
    let valueEnd = valueStart;
    let hasEntities = false;
    for (; byteAt(bytes, valueEnd) !== quote; valueEnd++) {
      const byte = byteAt(bytes, valueEnd);
      // Nothing below a space is left but what a value may not have, and the end of the text.
      if (byte < 0x20 || byte === OPEN) return position;
      if (byte === AMPERSAND) hasEntities = true;
    }
    const name = table.nameOf('@', nameStart, nameEnd);
    for (let other = element + 1; other < table.count(); other++) if (table.nameAt(other) === name) return -1;
    const attribute = table.add(name);
    const value = hasEntities ? unescaped(utf8(bytes, valueStart, valueEnd)) : '';
    if (value === null) return -1;
    if (hasEntities) table.addText(attribute, value);
    else table.addPiece(attribute, valueStart, valueEnd);
    position = valueEnd + 1;
  }
}

/** The end of a name with at most one colon; the start if there is none. */
function nameEndAt(bytes: Uint8Array, start: number): number {
  const end = plainNameEnd(bytes, start);
  if (end === start || byteAt(bytes, end) !== COLON) return end;
  const local = plainNameEnd(bytes, end + 1);
  return local === end + 1 ? start : local;
}

function plainNameEnd(bytes: Uint8Array, start: number): number {
  if (!isNameStart(byteAt(bytes, start))) return start;
  let end = start + 1;
  while (isInName(byteAt(bytes, end))) end++;
  return end;
}

function afterSpace(bytes: Uint8Array, start: number): number {
  let position = start;
  while (isSpace(byteAt(bytes, position))) position++;
  return position;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let position = from; position < to; position++) if (!isSpace(byteAt(bytes, position))) return false;
  return true;
}

/** The position after a tag whose `>` or `/>` comes next; -1 if something else does. */
function tagEnd(bytes: Uint8Array, start: number): number {
  const end = afterSpace(bytes, start);
  const close = byteAt(bytes, end) === SLASH ? end + 1 : end;
  return byteAt(bytes, close) === CLOSE ? close + 1 : -1;
}

const isEmptyTag = (bytes: Uint8Array, end: number): boolean => byteAt(bytes, end - 2) === SLASH;

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
