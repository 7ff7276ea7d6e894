/**
 * Maximum table size of the exact longest common subsequence; above it, the k-th occurrence of a value is paired with
 * the k-th.
 */
export const MAX_CELLS = 65_536;

/** Values as small integers from 0 on (numbered-values.ts). */
export type Numbered = ArrayLike<number>;

/**
 * Index pairs of values that are on both sides in the same order: the longest such list if its table is small enough.
 */
export function commonSubsequence(
  a: Numbered,
  b: Numbered,
  start: number,
  endA: number,
  endB: number,
): [number, number][] {
  return (endA - start) * (endB - start) <= MAX_CELLS
    ? longestCommon(a, b, start, endA, endB)
    : commonOccurrences(a, b, start, endA, endB);
}

function longestCommon(a: Numbered, b: Numbered, start: number, endA: number, endB: number) {
  const width = endB - start + 1;
  const lengths = new Int32Array((endA - start + 1) * width);
  const at = (i: number, j: number) => lengths[(i - start) * width + (j - start)] ?? 0;
  for (let i = endA - 1; i >= start; i--) {
    for (let j = endB - 1; j >= start; j--) {
      lengths[(i - start) * width + (j - start)] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: [number, number][] = [];
  for (let i = start, j = start; i < endA && j < endB; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}

/**
 * The longest list of pairs that stays in order, each pair being the k-th occurrence of a value on both sides: O(n log
 * n).
 */
function commonOccurrences(a: Numbered, b: Numbered, start: number, endA: number, endB: number) {
  // Of values that a does not have, no place is ever taken: a list that gained many costs little.
  const known = new Uint8Array(countOf(a, start, endA));
  for (let i = start; i < endA; i++) known[a[i] ?? 0] = 1;
  const ofA: number[] = [];
  const ofB: number[] = [];
  const positions = positionsOf(b, start, endB, (position) => known[b[position] ?? 0] === 1);
  for (let i = start; i < endA; i++) {
    const j = positions.take(a[i] ?? 0);
    if (j < 0) continue;
    ofA.push(i);
    ofB.push(j);
  }
  return increasing(ofB).map((index): [number, number] => [ofA[index] ?? 0, ofB[index] ?? 0]);
}

/** One more than the largest of some values. */
function countOf(values: Numbered, start: number, end: number): number {
  let largest = -1;
  for (let at = start; at < end; at++) largest = Math.max(largest, values[at] ?? -1);
  return largest + 1;
}

/** Positions of each value, consumed from the first on. */
export function positionsOf(values: Numbered, start: number, end: number, counts: (position: number) => boolean) {
  const heads = new Int32Array(countOf(values, start, end)).fill(-1);
  const following = new Int32Array(values.length).fill(-1);
  for (let position = end - 1; position >= start; position--) {
    const value = values[position];
    if (value === undefined || !counts(position)) continue;
    following[position] = heads[value] ?? -1;
    heads[value] = position;
  }
  return {
    take(value: number): number {
      const position = heads[value] ?? -1;
      if (position >= 0) heads[value] = following[position] ?? -1;
      return position;
    },
  };
}

/** Indices of a longest strictly increasing subsequence (patience sorting). */
export function increasing(values: readonly number[]): number[] {
  const tails: number[] = [];
  const previous = new Int32Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    let high = tails.length;
    // Most lists are nearly in order: a value belongs behind all others.
    let low = high > 0 && (values[tails[high - 1] ?? 0] ?? 0) < value ? high : 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const run: number[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) run.push(index);
  return run.reverse();
}
