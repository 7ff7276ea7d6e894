import type { NotedCall } from '../core/agent-call.ts';
import { membersOf } from '../core/json-value.ts';

/** Random values of one request that are recorded, per function. */
export const MAX_RANDOM_VALUES = 1000;

/** The recorded random values as calls, one for each function. */
export const randomCalls = (randomness: ReadonlyMap<string, readonly unknown[]>): NotedCall[] =>
  [...randomness].map(([name, values]) => ({
    kind: 'other',
    target: 'runtime',
    operation: 'random',
    request: { function: name },
    response: { values },
    error: null,
    durationMs: 0,
  }));

/** Reads the recorded random values from the answer of `GET …/calls?kind=other&target=runtime`. */
export function recordedRandomness(body: unknown): Map<string, unknown[]> {
  const randomness = new Map<string, unknown[]>();
  const items = membersOf(body).items;
  for (const item of Array.isArray(items) ? items : []) {
    const { operation, request, response } = membersOf(item);
    const name = membersOf(request).function;
    const values = membersOf(response).values;
    if (operation === 'random' && typeof name === 'string' && Array.isArray(values)) randomness.set(name, [...values]);
  }
  return randomness;
}

/** Numbers in [0, 1) that follow from a text (xmur3 and sfc32, public domain by bryc). */
export function seededDraw(text: string): () => number {
  let hash = 1779033703 ^ text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 3432918353);
    hash = (hash << 13) | (hash >>> 19);
  }
  const word = () => {
    hash = Math.imul(hash ^ (hash >>> 16), 2246822507);
    hash = Math.imul(hash ^ (hash >>> 13), 3266489909);
    hash ^= hash >>> 16;
    return hash >>> 0;
  };
  let [a, b, c, d] = [word(), word(), word(), word()];
  return () => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
}
