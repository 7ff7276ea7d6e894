/** Memory for tapes; a pool that keeps words belongs to the caller that scans repeatedly. */
export interface TapeWords {
  /** Words for a tape, with whatever an earlier one left in them. */
  take(length: number): Int32Array<ArrayBuffer>;
  /** Frees the words of a tape that is no longer read. */
  give(words: Int32Array<ArrayBuffer>): void;
}

/** Words kept for later tapes: 16 MiB in all, two tapes of a body of 8 MB. */
const MAX_POOLED_WORDS = 4_194_304;

/** Keeps words for later tapes: small comparisons would mostly allocate, large ones fault pages in. */
export function keptWords(): TapeWords {
  const kept: Int32Array<ArrayBuffer>[] = [];
  let wordsKept = 0;

  return {
    take(length) {
      // One that is too short is dropped, so that what is kept follows the sizes that come.
      const last = kept.pop();
      if (last === undefined) return new Int32Array(length);
      wordsKept -= last.length;
      return last.length >= length ? last : new Int32Array(length);
    },

    give(words) {
      if (wordsKept + words.length > MAX_POOLED_WORDS) return;
      wordsKept += words.length;
      kept.push(words);
    },
  };
}

/** Keeps nothing: for a text that is scanned by itself. */
export const NEW_WORDS: TapeWords = {
  take: (length) => new Int32Array(length),
  give: () => {},
};
