import { isUtf8 } from 'node:buffer';

const BACKSLASH = 0x5c;
/** `\n` and others; any other character stands for itself. `\%` and `\_` keep their backslash. */
const ESCAPED: Readonly<Record<string, number>> = { 0: 0, b: 8, t: 9, n: 10, r: 13, Z: 26 };
const END_OF_COMMENT: readonly [start: string, end: string][] = [
  ['/*', '*/'],
  ['#', '\n'],
  ['-- ', '\n'],
];

/**
 * Reads a statement. Clients write binary values into strings (`_binary'…'`). Where a string is not UTF-8, it becomes
 * `X'…'`, which has the same bytes, so that none is lost.
 */
export function queryText(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8');
  // A character for each byte.
  const text = bytes.toString('latin1');
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at);
    const first = text[at];
    if ((first === "'" || first === '"') && end <= text.length && !isUtf8(bytes.subarray(at, end))) {
      parts.push(bytes.toString('utf8', from, at).replace(/_binary\s*$/i, ''), `X'${unescaped(bytes, at, end)}'`);
      from = end;
    }
    at = end;
  }
  parts.push(bytes.toString('utf8', from));
  return parts.join('');
}

/** The end of the string, name, comment or character that begins at a position; beyond the text if it is not closed. */
function endOfPart(text: string, at: number): number {
  const first = text[at];
  if (first === "'" || first === '"' || first === '`') return endOfQuoted(text, at, first);
  for (const [start, last] of END_OF_COMMENT) {
    if (!text.startsWith(start, at)) continue;
    const end = text.indexOf(last, at + start.length);
    return end === -1 ? text.length : end + last.length;
  }
  return at + 1;
}

function endOfQuoted(text: string, at: number, quote: string): number {
  let end = at + 1;
  for (; end < text.length; end++) {
    if (text[end] === '\\' && quote !== '`') end++;
    else if (text[end] === quote && text[end + 1] === quote) end++;
    else if (text[end] === quote) break;
  }
  return end + 1;
}

/** The bytes of a string in hexadecimal. */
function unescaped(bytes: Buffer, from: number, to: number): string {
  const quote = bytes[from];
  const kept = Buffer.alloc(to - from);
  let length = 0;
  for (let at = from + 1; at < to - 1; at++) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === BACKSLASH) {
      const character = String.fromCharCode(next);
      if (character === '%' || character === '_') length = kept.writeUInt8(BACKSLASH, length);
      length = kept.writeUInt8(ESCAPED[character] ?? next, length);
      at++;
    } else {
      length = kept.writeUInt8(bytes[at] ?? 0, length);
      if (bytes[at] === quote) at++;
    }
  }
  return kept.toString('hex', 0, length);
}
