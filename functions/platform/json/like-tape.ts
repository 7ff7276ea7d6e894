import { commonLength } from './common-length.ts';
import { after, endOf, isClose, isContainer, NODE, type Tape, wordAt } from './tape.ts';

/** Nodes of a text that another one has as well. */
export interface LikeTape {
  /** Words of the other text. */
  readonly length: number;
  /** The position from which `find` may be worth its time. */
  readonly nextTry: number;
  /** The byte after the nodes that `find` found. */
  readonly end: number;
  /**
   * Finds whole members or elements, side by side, that the other text has under the same numbers; `at`: first byte of
   * a member's name or of an element, `node`: its number. Returns the words that `copy` writes.
   */
  find(at: number, node: number, inObject: boolean): number;
  /** Writes the nodes found, from `node` on. */
  copy(into: Int32Array, node: number): void;
}

/** Shorter runs are scanned as fast as they are found. */
const MIN_RUN = 512;
const [MIN_PAUSE, MAX_PAUSE] = [64, 8192];

/**
 * Reads a text along another one that is mostly the same, as a replayed response along the recorded one. Comparing
 * bytes is faster than scanning them, so nodes of the same bytes are copied. Values may differ in length, but not in
 * their number of nodes. Where little is found, it is tried less and less often.
 */
export function likeTape(other: Tape, text: Uint8Array): LikeTape {
  const { bytes, words } = other;
  const length = isContainer(other, 0) ? wordAt(words, 1) + NODE : 0;
  let nextTry = length > 0 ? 0 : Number.POSITIVE_INFINITY;
  let pause = MIN_PAUSE;
  /** From a position in the other text to the one of the same byte in this text; holds before `equalUntil`. */
  let shift = 0;
  let equalUntil = 0;
  let first = 0;
  let last = 0;
  let end = 0;

  function find(at: number, node: number, inObject: boolean): number {
    const name = wordAt(words, node + 2);
    if (node === 0 || node >= length || isClose(other, node) || name >= 0 !== inObject) return paused(at);
    const start = inObject ? name - 1 : wordAt(words, node);
    if (at - start !== shift || at >= equalUntil) {
      shift = at - start;
      equalUntil = at + commonLength(bytes, start, text, at, Math.min(bytes.length - start, text.length - at));
      if (equalUntil - at < MIN_RUN) return paused(equalUntil);
      pause = MIN_PAUSE;
    }
    first = node;
    last = wholeFrom(node);
    end = wordAt(words, last - NODE + 1) + shift;
    return last - first;
  }

  /** The node after the last whole one. The byte after a node is the same as well: digits could follow a number. */
  function wholeFrom(node: number): number {
    let next = node;
    while (next < length && !isClose(other, next) && endOf(other, next) + shift < equalUntil) next = after(other, next);
    return next;
  }

  function paused(at: number): 0 {
    nextTry = at + pause;
    pause = Math.min(MAX_PAUSE, 2 * pause);
    return 0;
  }

  function copy(into: Int32Array, node: number): void {
    if (shift === 0) {
      into.set(words.subarray(first, last), node);
      return;
    }
    for (let from = first, to = node; from < last; from += NODE, to += NODE) {
      const closes = isClose(other, from);
      const named = wordAt(words, from + 2) >= 0 ? shift : 0;
      into[to] = wordAt(words, from) + (closes ? 0 : shift);
      into[to + 1] = wordAt(words, from + 1) + (!closes && isContainer(other, from) ? 0 : shift);
      into[to + 2] = wordAt(words, from + 2) + named;
      into[to + 3] = wordAt(words, from + 3) + named;
    }
  }

  return {
    length,
    find,
    copy,
    get nextTry() {
      return nextTry;
    },
    get end() {
      return end;
    },
  };
}
