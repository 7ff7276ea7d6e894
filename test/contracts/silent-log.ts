import type { Log } from '../../functions/platform/world.ts';

/** A log for tests that ignore it. */
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
