import { byteAt } from './tape.ts';

/** Below this many bytes, a loop is faster than a call of Node.js. */
const MIN_NATIVE = 48;
const FIRST_STEP = 256;
/** As many as stay in the L1 cache, where the step with the difference is read again. */
const MAX_STEP = 8192;

/** How many bytes, at most `limit`, are the same in two texts from these positions on. */
export function commonLength(a: Uint8Array, startA: number, b: Uint8Array, startB: number, limit: number): number {
  const near = Math.min(limit, MIN_NATIVE);
  let same = sameWithin(a, startA, b, startB, 0, near);
  if (same < near) return same;
  for (let step = FIRST_STEP; same < limit; step = Math.min(MAX_STEP, 2 * step)) {
    const end = Math.min(limit, same + step);
    if (!isSame(a, startA + same, b, startB + same, end - same)) return nearby(a, startA, b, startB, same, end);
    same = end;
  }
  return limit;
}

/** The same where a difference lies in [from, end): halves the range, as far as calls are worth it. */
function nearby(a: Uint8Array, startA: number, b: Uint8Array, startB: number, from: number, end: number): number {
  let [low, high] = [from, end];
  while (high - low > 2 * MIN_NATIVE) {
    const middle = (low + high) >> 1;
    if (isSame(a, startA + low, b, startB + low, middle - low)) low = middle;
    else high = middle;
  }
  return sameWithin(a, startA, b, startB, low, high);
}

function sameWithin(a: Uint8Array, startA: number, b: Uint8Array, startB: number, from: number, end: number): number {
  let at = from;
  while (at < end && byteAt(a, startA + at) === byteAt(b, startB + at)) at++;
  return at;
}

/** Works on every Uint8Array; a slice of each would have to be allocated otherwise. */
const { compare } = Buffer.prototype;

const isSame = (a: Uint8Array, startA: number, b: Uint8Array, startB: number, length: number): boolean =>
  compare.call(a as Buffer, b, startB, startB + length, startA, startA + length) === 0;
