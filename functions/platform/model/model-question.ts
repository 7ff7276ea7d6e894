import type * as v from 'valibot';

/** What a language model is asked; nothing in it is a secret, a url or a recorded value. */
export interface ModelQuestion<T> {
  /** Our own words: what to do and how to answer. */
  instructions: string;
  /** What it is about, fenced as data by whoever wrote it. */
  material: string;
  /** Form of the answer; only what JSON Schema can say (objects, arrays, strings, numbers, booleans, picklists, nullable). */
  schema: v.GenericSchema<unknown, T>;
  mostOutputTokens: number;
  /** Of everything together: every attempt and the waits between them. */
  timeoutMs: number;
}

/** What questions cost. */
export interface ModelSpending {
  /** Requests that were sent. */
  calls: number;
  tokens: { input: number; output: number };
  /** As the endpoint states it, in its currency; null where it states none. */
  cost: number | null;
}

/**
 * Why there is no answer. `quota`: its owner has to pay or wait; `unreachable`: no connection, or faults of its own; `timeout`;
 * `refused`: it does not take the key, the model or the question; `unreadable`: twice no answer of the form asked for.
 */
export type ModelFailure = 'quota' | 'unreachable' | 'timeout' | 'refused' | 'unreadable';

/** What came of a question; the costs of failed attempts are in it. */
export type ModelReply<T> = ModelSpending &
  ({ status: 'answered'; value: T } | { status: 'failed'; reason: ModelFailure });

/** Nothing asked yet. */
export const NOTHING_SPENT: ModelSpending = { calls: 0, tokens: { input: 0, output: 0 }, cost: null };

/** Adds up what was spent; the cost is that of the questions of which one was stated. */
export const spentTogether = (a: ModelSpending, b: ModelSpending): ModelSpending => ({
  calls: a.calls + b.calls,
  tokens: { input: a.tokens.input + b.tokens.input, output: a.tokens.output + b.tokens.output },
  cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
});
