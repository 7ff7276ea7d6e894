/** A response of at most this many bytes is small: it needs no turn. */
const SMALL_BYTES = 1024 * 1024;

/** The memory budget of one response. */
export interface AnswerRoom {
  /** Whether it may hold this many bytes now; otherwise it has to wait for its turn. */
  mayHold(bytes: number): boolean;
  /** Resolves when the response may become large. */
  turn(): Promise<void>;
  /** Its total wait so far, which is not the target's time. */
  waitedMs(): number;
  /** Admits the next one; if this response is still queued, it leaves the queue. */
  release(): void;
}

/**
 * A budget that several responses share: the first one that becomes large waits for the turn of all. `release` of the
 * shared budget ends it; a response that ends leaves it as it is.
 */
export function sharedRoom(room: AnswerRoom): { ofOne(): AnswerRoom; release(): void } {
  let turn: Promise<void> | undefined;
  return {
    ofOne() {
      let waited = 0;
      return {
        mayHold: room.mayHold,
        async turn() {
          const began = performance.now();
          turn ??= room.turn();
          await turn;
          waited += performance.now() - began;
        },
        waitedMs: () => waited,
        release: () => {},
      };
    },
    release: room.release,
  };
}

/** Limits large responses to `most` at a time, so that memory does not grow with the number of connections. */
export function largeAnswers(max: number): () => AnswerRoom {
  const waiting: (() => void)[] = [];
  let free = max;

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
