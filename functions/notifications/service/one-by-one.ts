import { setImmediate as nextTurn } from 'node:timers/promises';

export type OneByOne = ReturnType<typeof oneByOne>;

/**
 * Runs steps one after the other, each in its own turn of the event loop. Synchronous work after a step completes
 * before the next step begins.
 */
export function oneByOne() {
  let before: Promise<unknown> = Promise.resolve();
  return function inTurn<T>(step: () => Promise<T>): Promise<T> {
    const done = before.then(step);
    before = done.then(
      () => nextTurn(),
      () => nextTurn(),
    );
    return done;
  };
}
