import { nextSlot, paceAfter, qps } from '../domain/pace.ts';
import type { SendingServices } from '../services.ts';
import { acquirePace, releasePace } from './paces.ts';
import { pause } from './pause.ts';

/** The effect of one request on the following pace. */
export interface Sent {
  /** A failure that the target did not have when it was recorded: send more slowly (interface 2.3). */
  slowsDown: boolean;
}

export interface PacedWork<T> {
  /** Processed concurrently; each sequentially. */
  lanes: readonly (readonly T[])[];
  /** Maximum concurrent lanes. */
  runners: number;
  /** The key of the cached pace, and this worker's share of it in requests per second. */
  paceKey: string;
  maxQps: number;
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
 * Sends in lanes at a pace that adapts to the outcomes; a fault in one lane prevents the others from starting anything
 * new.
 */
export async function sendPaced<T>({ lanes, runners, paceKey, maxQps, ...work }: PacedWork<T>): Promise<void> {
  const { signal, until, elapsed, stopped, send } = work;
  const enough = AbortSignal.any([signal, stopped, AbortSignal.timeout(Math.max(0, Math.ceil(until - elapsed())))]);
  const waiting = [...lanes];
  let pace = acquirePace(paceKey, maxQps, elapsed());
  let failed = false;

  async function turn(): Promise<boolean> {
    const slot = nextSlot(pace, elapsed());
    pace = slot.pace;
    if (slot.at > elapsed()) await pause(slot.at - elapsed(), enough);
    return !(failed || enough.aborted || elapsed() >= until);
  }

  async function runLane(lane: readonly T[]): Promise<void> {
    for (const one of lane) {
      if (!(await turn())) return;
      const sent = await send(one, turn);
      if (sent !== null) pace = paceAfter(pace, sent.slowsDown ? 'error' : 'success');
    }
  }

  async function runLanes(): Promise<void> {
    try {
      for (let lane = waiting.shift(); lane && !failed && !enough.aborted; lane = waiting.shift()) await runLane(lane);
    } catch (fault) {
      failed = true;
      throw fault;
    }
  }

  try {
    const ends = await Promise.allSettled(Array.from({ length: Math.min(runners, waiting.length) }, runLanes));
    const fault = ends.find((end) => end.status === 'rejected');
    if (fault) throw fault.reason;
  } finally {
    // Turns that were reserved but not used are returned to the next worker.
    releasePace(paceKey, { ...pace, nextAt: Math.min(pace.nextAt, elapsed() + 1000 / qps(pace)) });
  }
}
