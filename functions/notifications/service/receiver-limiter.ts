/** Maximum concurrent sends to one receiver, and to a slow one. */
const MAX_CONCURRENT = 4;
const MAX_CONCURRENT_WHEN_SLOW = 1;
/** An exchange of at least this many ms counts as slow. */
const SLOW_MS = 1_000;
/** Maximum sends that wait in this process for a receiver that was fast last time. */
const MAX_WAITING = 64;
/** Assumed duration before the first exchange. */
const DEFAULT_EXCHANGE_MS = 1_000;
const MIN_RETRY_AFTER_MS = 1_000;
const MAX_RETRY_AFTER_MS = 600_000;
/** Maximum receivers kept in memory. The least recently used one is removed. */
const MAX_RECEIVERS = 10_000;

/** `leave` takes the duration of the exchange in ms, or null if there was none. `retryInMs`: how long to postpone. */
export type Admission = { release(ms: number | null): void } | { retryInMs: number };

export type ReceiverLimiter = ReturnType<typeof receiverLimiter>;

interface ReceiverState {
  active: number;
  waiting: ((isAdmitted: boolean) => void)[];
  /** Duration of the latest exchange. Null before the first. */
  latestMs: number | null;
  /** When the next postponed send may expect a turn, epoch ms. */
  nextAt: number;
}

/**
 * Keeps dead, slow or endless receivers from using up the notifier's concurrency: a few concurrent sends per receiver,
 * one if the latest was slow. A send without a free slot is postponed for the expected duration of those before it, and
 * uses no slot in the meantime.
 */
export function receiverLimiter() {
  const states = new Map<string, ReceiverState>();

  function stateOf(receiver: string): ReceiverState {
    const state = states.get(receiver) ?? { active: 0, waiting: [], latestMs: null, nextAt: 0 };
    states.delete(receiver);
    states.set(receiver, state);
    const [oldest] = states;
    if (states.size > MAX_RECEIVERS && oldest?.[1].active === 0) states.delete(oldest[0]);
    return state;
  }

  function reject(state: ReceiverState, now: number): Admission {
    state.nextAt = Math.min(
      Math.max(state.nextAt, now) + (state.latestMs ?? DEFAULT_EXCHANGE_MS) / limitOf(state),
      now + MAX_RETRY_AFTER_MS,
    );
    return { retryInMs: Math.max(Math.round(state.nextAt - now), MIN_RETRY_AFTER_MS) };
  }

  function release(state: ReceiverState, ms: number | null): void {
    state.active -= 1;
    state.latestMs = ms ?? state.latestMs;
    if (isSlow(state)) for (const answer of state.waiting.splice(0)) answer(false);
    while (state.active < limitOf(state) && state.waiting.length > 0) {
      state.active += 1;
      state.waiting.shift()?.(true);
    }
  }

  return {
    /** Requests a turn with a receiver (the digest of its address). */
    async acquire(receiver: string, now: () => number): Promise<Admission> {
      const state = stateOf(receiver);
      if (state.active < limitOf(state)) {
        state.active += 1;
        return { release: (ms) => release(state, ms) };
      }
      const mayWait = state.latestMs !== null && !isSlow(state) && state.waiting.length < MAX_WAITING;
      const isAdmitted = mayWait && (await new Promise<boolean>((resolve) => state.waiting.push(resolve)));
      return isAdmitted ? { release: (ms) => release(state, ms) } : reject(state, now());
    },
  };
}

const isSlow = ({ latestMs }: ReceiverState) => latestMs !== null && latestMs >= SLOW_MS;
const limitOf = (state: ReceiverState) => (isSlow(state) ? MAX_CONCURRENT_WHEN_SLOW : MAX_CONCURRENT);
