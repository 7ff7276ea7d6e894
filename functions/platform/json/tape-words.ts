/** Words kept for reuse: 16 MiB in total, two tapes of a body of 8 MB. */
const MAX_POOLED_WORDS = 4_194_304;

const kept: Int32Array<ArrayBuffer>[] = [];
let wordsKept = 0;

/**
 * Takes words for a tape, with the contents that an earlier one left: allocation would dominate small comparisons, and
 * page faults large ones.
 */
export function takeWords(length: number): Int32Array<ArrayBuffer> {
  // One that is too short is dropped, so that the kept ones adapt to current sizes.
  const last = kept.pop();
  if (last === undefined) return new Int32Array(length);
  wordsKept -= last.length;
  return last.length >= length ? last : new Int32Array(length);
}

/** Returns the words of a tape that is no longer read. */
export function giveWords(words: Int32Array<ArrayBuffer>): void {
  if (wordsKept + words.length > MAX_POOLED_WORDS) return;
  wordsKept += words.length;
  kept.push(words);
}
