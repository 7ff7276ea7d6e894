/** Words kept for later tapes: 16 MiB in all, two tapes of a body of 8 MB. */
const MOST_KEPT = 4_194_304;

const kept: Int32Array<ArrayBuffer>[] = [];
let wordsKept = 0;

/** Words for a tape, with whatever an earlier one left in them: small comparisons would mostly allocate, large ones fault pages in. */
export function takeWords(length: number): Int32Array<ArrayBuffer> {
  // One that is too short is dropped, so that what is kept follows the sizes that come.
  const last = kept.pop();
  if (last === undefined) return new Int32Array(length);
  wordsKept -= last.length;
  return last.length >= length ? last : new Int32Array(length);
}

/** Gives the words of a tape back that nobody reads any more. */
export function giveWords(words: Int32Array<ArrayBuffer>): void {
  if (wordsKept + words.length > MOST_KEPT) return;
  wordsKept += words.length;
  kept.push(words);
}
