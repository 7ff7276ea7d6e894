import { isAscii } from 'node:buffer';
import { byteAt } from './tape.ts';

/** UTF-16 units of the text in a range of UTF-8 bytes. */
export function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  if (isAscii(bytes.subarray(start, end))) return end - start;
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = byteAt(bytes, at);
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
  }
  return units;
}
