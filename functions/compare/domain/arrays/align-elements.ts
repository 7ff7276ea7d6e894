import { commonSubsequence, increasing, type Numbered, positionsOf } from './common-subsequence.ts';
import { numberedTexts, numberedValues } from './numbered-values.ts';

/** The pairing of two arrays' elements. Unpaired elements were lost (recorded) or gained (replayed). */
export interface Alignment {
  /** For each recorded element the index of its replayed one, or -1. */
  partner: Int32Array;
  /** Whether elements on both sides changed their order. */
  moved: boolean;
}

/**
 * Aligns two lists of values (given as hashes): common prefix and suffix, then the longest common subsequence, then
 * values that moved; the remaining elements between two anchors are paired in order as changed. Where both lists have
 * the same length and pairing by position explains the change at the same cost (a move counts half a change), positions
 * win. The result is symmetric: swapping the lists only swaps its sides.
 */
export function alignValues(recorded: ArrayLike<number>, replayed: ArrayLike<number>): Alignment {
  const [ofA, ofB] = numberedValues(recorded, replayed);
  if (isBefore(replayed, recorded)) {
    const { partner, moved } = aligned(ofB, ofA);
    const swapped = new Int32Array(recorded.length).fill(-1);
    for (const [j, i] of partner.entries()) if (i >= 0) swapped[i] = j;
    return { partner: swapped, moved };
  }
  return aligned(ofA, ofB);
}

/**
 * One side of a keyed collection: the key of each element, and a text that elements with equal key and content share.
 */
export interface KeyedElements {
  keys: readonly string[];
  contents: readonly string[];
}

/** Aligns two keyed collections. Among elements that share a key, equal ones are paired first and the rest in order. */
export function alignKeyed(recorded: KeyedElements, replayed: KeyedElements): Alignment {
  const partner = new Int32Array(recorded.keys.length).fill(-1);
  for (const name of ['contents', 'keys'] as const) {
    const [ofA, ofB] = numberedTexts(recorded[name], replayed[name]);
    if (ofA && ofB) pairMoved(ofA, ofB, partner);
  }
  return { partner, moved: isMoved(partner) };
}

/**
 * Aligns two lists whose order is not evidence of pairing: the k-th occurrence of a value with the k-th; the remaining
 * elements are paired in order as changed.
 */
export function alignOccurrences(recorded: ArrayLike<number>, replayed: ArrayLike<number>): Alignment {
  const partner = new Int32Array(recorded.length).fill(-1);
  pairMoved(...numberedValues(recorded, replayed), partner);
  const moved = isMoved(partner);
  const taken = takenOf(partner, replayed.length);
  let j = 0;
  for (const [i, known] of partner.entries()) {
    if (known >= 0) continue;
    while (taken[j] === 1) j++;
    if (j >= replayed.length) break;
    partner[i] = j++;
  }
  return { partner, moved };
}

/** 1 for each replayed element that has a partner. */
function takenOf(partner: Int32Array, replayed: number): Uint8Array {
  const taken = new Uint8Array(replayed);
  for (const j of partner) if (j >= 0) taken[j] = 1;
  return taken;
}

/** Whether paired elements changed their order. */
function isMoved(partner: Int32Array): boolean {
  const order = [...partner].filter((j) => j >= 0);
  return increasing(order).length < order.length;
}

/** A total order of lists that does not depend on their side. */
function isBefore(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return a.length < b.length;
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

function aligned(a: Numbered, b: Numbered): Alignment {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  // Partner in b of each element of a; -1: none.
  const partner = new Int32Array(a.length).fill(-1);
  for (let i = 0; i < start; i++) partner[i] = i;
  for (let i = endA; i < a.length; i++) partner[i] = i - endA + endB;

  for (const [i, j] of commonSubsequence(a, b, start, endA, endB)) partner[i] = j;
  const inOrder = partner.slice();
  const moves = pairMoved(a, b, partner);
  const unmatched = pairGaps(inOrder, partner, b.length);

  if (a.length === b.length) {
    let positional = 0;
    for (let i = start; i < endA; i++) if (a[i] !== b[i]) positional++;
    const sameValues = unmatched === 0 && moves > 0;
    if (!sameValues && positional <= unmatched + moves / 2) return { partner: partner.map((_, i) => i), moved: false };
  }
  return { partner, moved: moves > 0 };
}

/** Pairs equal unpaired values of both sides; returns how many. */
function pairMoved(a: Numbered, b: Numbered, partner: Int32Array): number {
  const unpaired = new Uint8Array(a.length + b.length);
  let left = 0;
  for (let i = 0; i < a.length; i++) {
    if ((partner[i] ?? -1) >= 0) continue;
    unpaired[a[i] ?? 0] = 1;
    left++;
  }
  if (left === 0) return 0;
  const taken = takenOf(partner, b.length);
  const positions = positionsOf(
    b,
    0,
    b.length,
    (position) => taken[position] === 0 && unpaired[b[position] ?? 0] === 1,
  );
  let moves = 0;
  for (let i = 0; i < a.length; i++) {
    if ((partner[i] ?? -1) >= 0) continue;
    const j = positions.take(a[i] ?? 0);
    if (j < 0) continue;
    partner[i] = j;
    moves++;
  }
  return moves;
}

/**
 * Pairs the remaining elements between two anchors in order; returns how many elements stay changed, lost or gained.
 */
function pairGaps(inOrder: Int32Array, partner: Int32Array, lengthB: number): number {
  const taken = takenOf(partner, lengthB);
  let unmatched = 0;
  let gapA: number[] = [];
  let j = 0;
  for (let i = 0; i <= inOrder.length; i++) {
    const anchor = i < inOrder.length ? (inOrder[i] ?? -1) : lengthB;
    if (anchor < 0) {
      if ((partner[i] ?? -1) < 0) gapA.push(i);
      continue;
    }
    const gapB: number[] = [];
    for (; j < anchor; j++) if (taken[j] === 0) gapB.push(j);
    for (const [index, element] of gapA.entries()) partner[element] = gapB[index] ?? -1;
    unmatched += Math.max(gapA.length, gapB.length);
    gapA = [];
    j = anchor + 1;
  }
  return unmatched;
}
