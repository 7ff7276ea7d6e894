/** What a decision returns when another writer changed the row between its read and its write. */
export const CONFLICT = 'conflict';

/** Each conflict is the success of another writer, so only a condition that never holds reaches this limit. */
const MAX_TRIES = 1000;

interface RetryOptions {
  /** What is written, as the error names it: `the run`. */
  subject: string;
  maxTries?: number;
  /** Waits between two tries; `tries` counts those made so far. By default the next try starts at once. */
  backoff?(tries: number): Promise<unknown>;
}

/**
 * Reads, decides and writes again until no other writer came in between, and returns the answer of that decision.
 * Throws when `maxTries` decisions in a row end in a conflict.
 */
export async function retryOnConflict<T>(
  decide: () => Promise<T | typeof CONFLICT>,
  { subject, maxTries = MAX_TRIES, backoff }: RetryOptions,
): Promise<T> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const answer = await decide();
    if (answer !== CONFLICT) return answer;
    if (backoff && tries < maxTries) await backoff(tries);
  }
  throw new Error(`other writers kept changing ${subject}: gave up after ${maxTries} tries`);
}
