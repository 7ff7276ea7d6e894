import type * as v from 'valibot';

/** A question to a language model; nothing in it is a secret, a url or a recorded value. */
export interface ModelQuestion<T> {
  /** Our own text: what to do and how to answer. */
  instructions: string;
  /** The data of the question, already fenced by the caller. */
  material: string;
  /**
   * Form of the answer; only what JSON Schema can express (objects, arrays, strings, numbers, booleans, picklists,
   * nullable).
   */
  schema: v.GenericSchema<unknown, T>;
  maxOutputTokens: number;
  /** Total time: every attempt and the waits between them. */
  timeoutMs: number;
}

/** The cost of questions. */
export interface ModelSpending {
  /** Number of requests sent. */
  calls: number;
  tokens: { input: number; output: number };
  /** As the endpoint reports it, in its currency; null if it reports none. */
  cost: number | null;
}

/**
 * Why the model gave no answer. `quota`: the account is out of credit or rate limited; `unreachable`: no connection, or
 * a server error; `timeout`; `refused`: the endpoint rejects the key, the model or the question; `unreadable`: two
 * answers in another form.
 */
export type ModelFailure = 'quota' | 'unreachable' | 'timeout' | 'refused' | 'unreadable';

/** The result of a question; includes the cost of failed attempts. */
export type ModelReply<T> = ModelSpending &
  ({ status: 'answered'; value: T } | { status: 'failed'; reason: ModelFailure });

/** Zero spending. */
export const NO_SPENDING: ModelSpending = { calls: 0, tokens: { input: 0, output: 0 }, cost: null };

/** Adds two spendings; the cost covers the questions whose cost is known. */
export const addSpending = (a: ModelSpending, b: ModelSpending): ModelSpending => ({
  calls: a.calls + b.calls,
  tokens: { input: a.tokens.input + b.tokens.input, output: a.tokens.output + b.tokens.output },
  cost: a.cost === null && b.cost === null ? null : (a.cost ?? 0) + (b.cost ?? 0),
});
