import { setImmediate as nextTurn } from 'node:timers/promises';

export type SerialQueue = ReturnType<typeof serialQueue>;

/**
 * Runs steps one after the other, each in its own turn of the event loop. Synchronous work after a step completes
 * before the next step begins.
 */
export function serialQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  return function runExclusive<T>(step: () => Promise<T>): Promise<T> {
    const done = tail.then(step);
    tail = done.then(
      () => nextTurn(),
      () => nextTurn(),
    );
    return done;
  };
}
