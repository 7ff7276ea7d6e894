import { setImmediate } from 'node:timers/promises';

/** Resolves after other events that are due have been handled, so that long work does not hold them up. */
export const nextTurn = (): Promise<void> => setImmediate();
