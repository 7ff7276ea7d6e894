import { changesAlike } from './changing-value.ts';
import type { Leaves } from './leaves.ts';

/** How alike two requests are. */
export interface Similarity {
  /** From 0 to 1. */
  score: number;
  /** Every scalar is equal, values of value mapping included. */
  isEqual: boolean;
  /** Paths that differ, at most 10. */
  differs: string[];
}

/** The smallest score of a similar request. */
export const MIN_SCORE = 0.7;

/** Maximum paths that a comparison names. */
export const MAX_DIFFERS = 10;

/** Segments of a path and the key of a cache say what is asked, other scalars how. */
const IDENTIFYING = /^(?:path\[\d+\]|args\[0\])$/;
const IDENTIFYING_WEIGHT = 3;
/** Times and random ids that differ say little. */
const CHANGING_WEIGHT = 0.1;

/** Compares the scalars of two requests; `isSame` knows values of value mapping. */
export function similarityOf(
  recorded: Leaves,
  made: Leaves,
  isSame: (recorded: string, made: string) => boolean,
): Similarity {
  let total = 0;
  let equal = 0;
  let isEqual = true;
  const differs: string[] = [];
  const note = (path: string) => {
    isEqual = false;
    if (differs.length < MAX_DIFFERS) differs.push(path);
  };
  for (const path of new Set([...recorded.keys(), ...made.keys()])) {
    const a = recorded.get(path);
    const b = made.get(path);
    const weight = IDENTIFYING.test(path) ? IDENTIFYING_WEIGHT : 1;
    if (a !== undefined && b !== undefined && (a === b || isSame(a, b))) {
      total += weight;
      equal += weight;
    } else if (a !== undefined && b !== undefined && changesAlike(a, b)) {
      total += CHANGING_WEIGHT;
      equal += CHANGING_WEIGHT;
      note(path);
    } else {
      total += weight;
      note(path);
    }
  }
  return { score: total === 0 ? 1 : equal / total, isEqual, differs };
}
