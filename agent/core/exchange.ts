import { AsyncLocalStorage } from 'node:async_hooks';
import type { NotedCall } from './agent-call.ts';
import type { TimedWireCall } from './wire-call.ts';

/** A request that is recorded. */
export interface RecordedExchange {
  mode: 'record';
  /** Calls in the order in which they began; a call that is under way or was left out is null. */
  calls: (NotedCall | TimedWireCall | null)[];
  /** Calls under way. */
  pending: number;
  /** No call is added after the case was delivered. */
  isDelivered: boolean;
  /** Random values by function; null: they are not recorded. */
  randomness: Map<string, unknown[]> | null;
  onSettled: (() => void) | null;
}

/** A request that is replayed. */
export interface ReplayedExchange {
  mode: 'replay';
  replayId: string;
  /** Calls are answered from the recording. */
  mock: boolean;
  /** The time to show, epoch ms; null: the real time. */
  recordedAt: number | null;
  startedAt: number;
  /** Calls that were made for real and are not yet reported. */
  made: NotedCall[];
  pending: number;
  onSettled: (() => void) | null;
  /** Recorded random values by function, to be consumed. */
  randomness: Map<string, unknown[]>;
  /** Makes the seeded random values. */
  draw: (() => number) | null;
}

/** The request that code runs for; `mode: 'off'`: one that is neither recorded nor replayed. */
export type Exchange = RecordedExchange | ReplayedExchange | { mode: 'off' };

/** The exchange of every request that is neither recorded nor replayed. */
export const OFF: Exchange = { mode: 'off' };

/** The request under way. */
export const exchanges = new AsyncLocalStorage<Exchange>();

/** An exchange to record. */
export const recordedExchange = (recordsRandomness: boolean): RecordedExchange => ({
  mode: 'record',
  calls: [],
  pending: 0,
  isDelivered: false,
  randomness: recordsRandomness ? new Map() : null,
  onSettled: null,
});

/** Resolves when no call of the exchange is under way, or after `ms`. */
export function settled(
  exchange: RecordedExchange | ReplayedExchange,
  ms: number,
  timer: typeof setTimeout,
): Promise<void> {
  if (exchange.pending === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      exchange.onSettled = null;
      resolve();
    };
    exchange.onSettled = done;
    timer(done, ms).unref();
  });
}
