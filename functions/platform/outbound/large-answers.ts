/** An answer of at most so many bytes is small: it is kept without asking. */
const SMALL_BYTES = 1024 * 1024;

/** The room that one answer takes. */
export interface AnswerRoom {
  /** Whether so many of its bytes may be kept now; otherwise it has to wait for its turn. */
  mayHold(bytes: number): boolean;
  /** Resolves when the answer may become large. */
  turn(): Promise<void>;
  /** How long it has waited in all, which is nothing that the target did. */
  waitedMs(): number;
  /** Lets the next one in; whoever still waits has lost interest. */
  release(): void;
}

/** Lets at most `most` answers be large at a time, so that memory does not grow with the number of connections. */
export function largeAnswers(most: number): () => AnswerRoom {
  const waiting: (() => void)[] = [];
  let free = most;

  function passOn(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return () => {
    let held = false;
    let over = false;
    let waited = 0;

    return {
      mayHold: (bytes) => held || bytes <= SMALL_BYTES,
      async turn() {
        const began = performance.now();
        if (free > 0) free -= 1;
        else await new Promise<void>((resolve) => waiting.push(resolve));
        waited += performance.now() - began;
        if (over) passOn();
        else held = true;
      },
      waitedMs: () => waited,
      release() {
        over = true;
        if (held) passOn();
        held = false;
      },
    };
  };
}
