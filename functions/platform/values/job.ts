/** Smallest input that leaves the thread that serves requests: scanning and comparing it takes about a millisecond. */
export const MIN_POOLED_BYTES = 64 * 1024;

/**
 * A pure function that may run in another thread, so its input and output can be cloned. Its input has its byte arrays
 * as direct members: they are moved, not copied.
 */
export interface Job<Input, Output> {
  /** `<capability>.<name>`, unique (functions/composition/jobs.ts). */
  readonly name: string;
  run(input: Input): Output;
}

/** Declares a job. */
export const job = <Input, Output>(name: string, run: (input: Input) => Output): Job<Input, Output> => ({ name, run });
