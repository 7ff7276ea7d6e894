/** Words kept for later tapes: 8 MB at most. */
const MOST_KEPT = 8;
const LONGEST_KEPT = 262_144;

const kept: Int32Array<ArrayBuffer>[] = [];

/** Words for a tape, with whatever an earlier one left in them: small comparisons would mostly allocate. */
export function takeWords(length: number): Int32Array<ArrayBuffer> {
  // One that is too short is dropped, so that what is kept follows the sizes that come.
  const last = kept.pop();
  return last !== undefined && last.length >= length ? last : new Int32Array(length);
}

/** Gives the words of a tape back that nobody reads any more. */
export function giveWords(words: Int32Array<ArrayBuffer>): void {
  if (kept.length < MOST_KEPT && words.length <= LONGEST_KEPT) kept.push(words);
}
