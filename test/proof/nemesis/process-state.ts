/** What the nemesis makes a process of the service see. */
export interface ProcessState {
  /** Difference of the wall clock, ms. */
  aheadMs: number;
  /** The error of every write; null: they succeed. */
  writesFail: 'FULL' | 'READONLY' | null;
  /** Share of calls of SQLite and of files that fail. */
  failing: number;
  /** Seed of which calls fail. */
  seed: number;
}

/** No faults. */
export const HEALTHY_PROCESS: ProcessState = { aheadMs: 0, writesFail: null, failing: 0, seed: 0 };
