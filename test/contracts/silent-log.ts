import type { Log } from '../../functions/platform/world.ts';

/** A log for tests that do not look at it. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
