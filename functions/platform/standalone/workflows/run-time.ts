import { ExecutionStopped, StateError } from './state-error.ts';

/** Node's timers are limited to 24.8 days. */
const MAX_SLEEP_MS = 86_400_000;

/** The clocks of a run. Tests can advance them. */
export interface RunClock {
  now(): number;
  /** What waits and timeouts are measured by: monotonic ms. Default: `now`. */
  elapsed?(): number;
  /** Ends when the time is over, or the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Time for which storage has kept the run waiting, in ms: no timeout counts it. Default: 0. */
  stalledMs?(): number;
}

/** Waits for `ms`. Throws ExecutionStopped when `signal` is aborted. */
export async function pause(ms: number, signal: AbortSignal, run: RunClock): Promise<void> {
  await waited(ms, signal, run);
  if (signal.aborted) throw new ExecutionStopped();
}

/** Waits for `ms`, or until `signal` is aborted. */
async function waited(ms: number, signal: AbortSignal, run: RunClock): Promise<void> {
  const elapsed = run.elapsed ?? run.now;
  const until = elapsed() + ms;
  for (let left = ms; left > 0 && !signal.aborted; left = until - elapsed()) {
    await run.sleep(Math.min(left, MAX_SLEEP_MS), signal).catch((cause: unknown) => {
      if (!signal.aborted) throw cause;
    });
  }
}

/**
 * Why work is aborted that has ended. Without a reason, each abort makes an exception, which costs more than the rest.
 */
const ENDED = new Error('the work has ended');

/**
 * Fails with States.Timeout after this many seconds, and aborts the work, which may run on until it checks its signal.
 */
export async function within<T>(
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
  outer: AbortSignal,
  run: RunClock,
): Promise<T> {
  const over = new AbortController();
  const timer = new AbortController();
  const working = work(AbortSignal.any([outer, over.signal]));
  const timedOut = waitedWhileRunning(seconds * 1000, timer.signal, run).then(() => {
    if (timer.signal.aborted) return working;
    throw new StateError('States.Timeout', 'the time is over');
  });
  try {
    return await Promise.race([working, timedOut]);
  } finally {
    timer.abort(ENDED);
    // Aborted only now: otherwise work that heeds its signal would return and win the race before the timeout was
    // noticed.
    over.abort(ENDED);
  }
}

/** Waits for `ms`, and for as long again as storage kept the run waiting in the meantime; until `signal` is aborted. */
async function waitedWhileRunning(ms: number, signal: AbortSignal, run: RunClock): Promise<void> {
  const stalledMs = run.stalledMs ?? (() => 0);
  let before = stalledMs();
  for (let left = ms; left > 0 && !signal.aborted; ) {
    await waited(left, signal, run);
    const after = stalledMs();
    left = after - before;
    before = after;
  }
}
