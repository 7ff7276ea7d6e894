import { pause } from '../../../platform/steps/pause.ts';
import type { SendingServices } from '../../composition.ts';
import type { Schedule } from '../../domain/order/schedules.ts';
import { nextSlot, paceAfter, qps } from '../../domain/pace.ts';
import { acquirePace, releasePace } from './paces.ts';

/** The effect of one request on the following pace. */
export interface Sent {
  /** A failure that the target did not have when it was recorded: send more slowly (interface 2.3). */
  slowsDown: boolean;
}

export interface PacedWork<T> {
  /** What is sent, and in which order. */
  schedule: Schedule<T>;
  /** Maximum concurrent requests. */
  runners: number;
  /** The key of the cached pace, and this worker's share of it in requests per second. */
  paceKey: string;
  maxQps: number;
  /** The part of an interval after which a pace begins that is not cached; absent: at once. */
  delay?: number;
  /** Monotonic ms before which a request is not sent; absent: when its turn comes. */
  dueAt?(one: T): number | undefined;
  signal: AbortSignal;
  /** Monotonic ms after which nothing new is started. */
  until: number;
  elapsed: SendingServices['elapsed'];
  /** Aborts when the rest must not be sent. */
  stopped: AbortSignal;
  /**
   * Null if nothing was sent after all. `turn` waits for a turn of the pace for one more request on behalf of this one;
   * false if nothing more may be sent.
   */
  send(one: T, turn: () => Promise<boolean>): Promise<Sent | null>;
}

/**
 * Sends by a schedule at a pace that adapts to the outcomes; a fault in one sender prevents the others from starting
 * anything new.
 */
export async function sendPaced<T extends object>({
  schedule,
  runners,
  paceKey,
  maxQps,
  delay = 0,
  dueAt,
  ...work
}: PacedWork<T>): Promise<void> {
  const { signal, until, elapsed, stopped, send } = work;
  const enough = AbortSignal.any([signal, stopped, AbortSignal.timeout(Math.max(0, Math.ceil(until - elapsed())))]);
  let pace = acquirePace(paceKey, maxQps, elapsed(), delay);
  let over = false;
  let change = Promise.withResolvers<void>();

  /** Lets senders look again that wait for the end of others. */
  function noteChange(): void {
    change.resolve();
    change = Promise.withResolvers();
  }

  async function turn(due = 0): Promise<boolean> {
    if (due > elapsed()) await pause(Math.min(due, until) - elapsed(), enough);
    const slot = nextSlot(pace, elapsed());
    pace = slot.pace;
    if (slot.at > elapsed()) await pause(slot.at - elapsed(), enough);
    return !(over || enough.aborted || elapsed() >= until);
  }

  async function sendAll(): Promise<void> {
    let last: T | null = null;
    while (!over) {
      const one = schedule.next(last);
      if (last !== null) noteChange();
      if (one === null) return;
      if (one === 'later') {
        last = null;
        await change.promise;
        continue;
      }
      if (!(await turn(dueAt?.(one)))) {
        over = true;
        return;
      }
      const sent = await send(one, turn);
      if (sent !== null) pace = paceAfter(pace, sent.slowsDown ? 'error' : 'success');
      last = one;
    }
  }

  async function runSender(): Promise<void> {
    try {
      await sendAll();
    } catch (fault) {
      over = true;
      throw fault;
    } finally {
      noteChange();
    }
  }

  try {
    const ends = await Promise.allSettled(Array.from({ length: runners }, runSender));
    const fault = ends.find((end) => end.status === 'rejected');
    if (fault) throw fault.reason;
  } finally {
    // Turns that were reserved but not used are returned to the next worker.
    releasePace(paceKey, { ...pace, nextAt: Math.min(pace.nextAt, elapsed() + 1000 / qps(pace)) });
  }
}
