import { isLowSurrogate } from './diff/cut-text.ts';

/** A piece of a body, and the start of the pieces before and after it. Null if there is none. */
export interface RawSlice {
  text: string;
  previous: number | null;
  next: number | null;
}

/** Characters of one piece. Even with every character escaped it is a small part of a page. */
export const MAX_LENGTH = 16_384;
/** The same for bytes. */
export const MAX_BYTES = 2048;
const BYTES_A_LINE = 16;

/** The characters of a text from `from` on. No piece splits a character. */
export function rawSlice(text: string, from: number): RawSlice {
  const start = isLowSurrogate(text, from) ? from - 1 : from;
  const max = isLowSurrogate(text, start + MAX_LENGTH) ? MAX_LENGTH - 1 : MAX_LENGTH;
  return sliceOf(text.length, start, max, (end) => text.slice(start, end));
}

/** The bytes from `from` on as offsets, hexadecimal digits and printable ASCII. */
export const hexLines = (bytes: Uint8Array, from: number): RawSlice =>
  sliceOf(bytes.length, from, MAX_BYTES, (end) => {
    const lines: string[] = [];
    for (let at = from; at < end; at += BYTES_A_LINE) {
      const line = Buffer.from(bytes.subarray(at, Math.min(end, at + BYTES_A_LINE)));
      const digits = line
        .toString('hex')
        .replaceAll(/../g, '$& ')
        .padEnd(3 * BYTES_A_LINE);
      const letters = line.toString('latin1').replaceAll(/[^\x20-\x7e]/g, '.');
      lines.push(`${at.toString(16).padStart(8, '0')}  ${digits} ${letters}`);
    }
    return lines.join('\n');
  });

const sliceOf = (length: number, from: number, max: number, textTo: (end: number) => string): RawSlice => ({
  text: textTo(Math.min(length, from + max)),
  previous: from > 0 ? Math.max(0, from - max) : null,
  next: from + max < length ? from + max : null,
});
