import { byteAt, sameBytes, utf8 } from '../../../platform/json/tape.ts';
import { FROM, NAME, NEXT, PART, type PartTable, TO, textOfPart } from './part-table.ts';

/** Bytes of a body per part, as a first guess. */
const BYTES_A_PART = 16;
const MIN_PARTS = 16;
const NAME_SLOTS = 1024;

/** Builds the table of a body from its first part on; texts are given as pieces of its bytes, or as texts. */
export function tableBuilder(bytes: Uint8Array) {
  let words = new Int32Array(PART * Math.max(MIN_PARTS, Math.ceil(bytes.length / BYTES_A_PART)));
  let count = 0;
  const texts = new Map<number, string>();
  const names: string[] = [];
  /** Of each name, where it stands first. */
  const starts: number[] = [];
  const ends: number[] = [];
  /** Names by their hash. */
  const slots: number[][] = Array.from({ length: NAME_SLOTS }, () => []);
  const table = () => ({ bytes, words, texts });

  const isEmpty = (part: number): boolean => words[part * PART + FROM] === words[part * PART + TO] && !texts.has(part);

  function add(name: number): number {
    if ((count + 1) * PART > words.length) {
      const larger = new Int32Array(words.length * 2);
      larger.set(words);
      words = larger;
    }
    words[count * PART + NAME] = name;
    words[count * PART + NEXT] = count + 1;
    return count++;
  }

  return {
    /** The number of a name, which is a piece of the bytes behind a prefix. */
    nameOf(prefix: '' | '@', start: number, end: number): number {
      let hash = prefix === '' ? 0 : 1;
      for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + byteAt(bytes, at)) | 0;
      const slot = slots[(hash ^ (hash >>> 16)) & (NAME_SLOTS - 1)] ?? [];
      for (const name of slot) {
        const isOther = (names[name] ?? '').startsWith('@') !== (prefix === '@');
        if (!isOther && sameBytes(bytes, starts[name] ?? 0, ends[name] ?? 0, bytes, start, end)) return name;
      }
      const name = names.push(prefix + utf8(bytes, start, end)) - 1;
      starts.push(start);
      ends.push(end);
      slot.push(name);
      return name;
    },

    /** The root has no name. */
    addRoot(): number {
      names.push('');
      starts.push(0);
      ends.push(0);
      return add(0);
    },

    add,
    count: () => count,
    nameAt: (part: number): number => words[part * PART + NAME] ?? 0,
    lengthOf: (name: number): number => (ends[name] ?? 0) - (starts[name] ?? 0),
    isNameAt: (name: number, at: number): boolean => {
      const [start, end] = [starts[name] ?? 0, ends[name] ?? 0];
      return sameBytes(bytes, start, end, bytes, at, at + end - start);
    },
    isEmpty,

    /** Adds a piece of the bytes to the own text of a part. */
    addPiece(part: number, from: number, to: number): void {
      if (from === to) return;
      if (isEmpty(part)) {
        words[part * PART + FROM] = from;
        words[part * PART + TO] = to;
      } else texts.set(part, textOfPart(table(), part) + utf8(bytes, from, to));
    },

    addText(part: number, text: string): void {
      if (text !== '') texts.set(part, textOfPart(table(), part) + text);
    },

    /** Ends a part: what was added since is in it, and whitespace of its text is collapsed. */
    close(part: number): void {
      words[part * PART + NEXT] = count;
      const text = texts.get(part);
      if (text !== undefined) {
        if (NEEDS_COLLAPSING.test(text)) texts.set(part, collapsed(text));
        return;
      }
      let from = words[part * PART + FROM] ?? 0;
      let to = words[part * PART + TO] ?? 0;
      while (from < to && byteAt(bytes, from) <= SPACE) from++;
      while (to > from && byteAt(bytes, to - 1) <= SPACE) to--;
      words[part * PART + FROM] = from;
      words[part * PART + TO] = to;
      if (isCollapsed(bytes, from, to)) return;
      const piece = utf8(bytes, from, to);
      if (NEEDS_COLLAPSING.test(piece)) texts.set(part, collapsed(piece));
    },

    done: (): PartTable => ({ ...table(), count, names }),
  };
}

const SPACE = 0x20;

/** Whether a text certainly has no whitespace but single spaces inside. Other letters may be wide spaces. */
function isCollapsed(bytes: Uint8Array, from: number, to: number): boolean {
  let last = 0;
  for (let at = from; at < to; at++) {
    const byte = byteAt(bytes, at);
    if (byte >= 0x80 || byte < SPACE || (byte === SPACE && last === SPACE)) return false;
    last = byte;
  }
  return true;
}

const NEEDS_COLLAPSING = /^\s|\s$|\s\s|[^\S ]/;
const collapsed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
