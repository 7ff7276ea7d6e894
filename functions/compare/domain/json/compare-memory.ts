import { type SpansOf, spansReader } from '../../../platform/json/spans.ts';
import { keptWords, type TapeWords } from '../../../platform/json/tape-words.ts';
import { type HashLanes, hashLanes } from './scalar-hash.ts';

/** What the comparisons of one owner use again and again; one comparison at a time. */
export interface CompareMemory {
  words: TapeWords;
  spansOf: SpansOf;
  lanes: HashLanes;
  /** A member's name as bytes. */
  encoded(name: string): Uint8Array;
}

/** Memory for the comparisons of one owner: those of a chunk, say. */
export const compareMemory = (): CompareMemory => ({
  words: keptWords(),
  spansOf: spansReader(),
  lanes: hashLanes(),
  encoded: nameEncoder(),
});

/** Names are few and come again and again. */
const MAX_ENCODED_NAMES = 1000;
const MAX_ENCODED_LENGTH = 100;

function nameEncoder(): (name: string) => Uint8Array {
  const encoder = new TextEncoder();
  const known = new Map<string, Uint8Array>();
  return (name) => {
    let bytes = known.get(name);
    if (bytes === undefined) {
      bytes = encoder.encode(name);
      if (known.size < MAX_ENCODED_NAMES && name.length <= MAX_ENCODED_LENGTH) known.set(name, bytes);
    }
    return bytes;
  };
}
