import { byteAt } from '../../../platform/json/tape.ts';
import { FROM, PART, type PartTable, TO, textOfPart } from './part-table.ts';

/** Room that a text begins with, beyond the bytes of its body. */
const MIN_BYTES = 256;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Writes JSON as UTF-8, with the own texts of the parts of a body copied from its bytes. */
export function jsonWriter(table: PartTable) {
  const { bytes: source, words, texts } = table;
  let out = new Uint8Array(source.length + MIN_BYTES);
  let length = 0;

  function reserve(count: number): void {
    if (length + count <= out.length) return;
    const larger = new Uint8Array(Math.max(2 * out.length, length + count));
    larger.set(out.subarray(0, length));
    out = larger;
  }

  function copy(from: Uint8Array): void {
    reserve(from.length);
    for (let at = 0; at < from.length; at++) out[length++] = byteAt(from, at);
  }

  const quoted = (text: string) => copy(Buffer.from(JSON.stringify(text.toWellFormed())));

  return {
    byte(byte: number): void {
      reserve(1);
      out[length++] = byte;
    },

    bytes: copy,

    hasText(part: number): boolean {
      const known = texts.get(part);
      return known === undefined ? words[part * PART + FROM] !== words[part * PART + TO] : known !== '';
    },

    /** The own text of a part as a string; most need no escapes. */
    text(part: number): void {
      const known = texts.get(part);
      if (known !== undefined) {
        quoted(known);
        return;
      }
      const [from, to] = [words[part * PART + FROM] ?? 0, words[part * PART + TO] ?? 0];
      reserve(to - from + 2);
      const start = length;
      out[length++] = QUOTE;
      for (let at = from; at < to; at++) {
        const byte = byteAt(source, at);
        if (byte < 0x20 || byte === QUOTE || byte === BACKSLASH) {
          length = start;
          quoted(textOfPart(table, part));
          return;
        }
        out[length++] = byte;
      }
      out[length++] = QUOTE;
    },

    done: (): Uint8Array => out.subarray(0, length),
  };
}
