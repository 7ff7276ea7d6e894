import { setImmediate as nextTurn } from 'node:timers/promises';

export type OneByOne = ReturnType<typeof oneByOne>;

/**
 * Runs steps one after the other, each in a turn of the event loop of its own: whatever follows a step without waiting is done before
 * the next begins.
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
