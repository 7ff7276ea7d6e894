/** What an application of `bench:agent` has used, in ms. */
export interface ProcessUse {
  /** Processor time of the thread that serves requests. */
  threadMs: number;
  /** Processor time of all threads. */
  allMs: number;
  /** Pauses of the garbage collector in the serving thread. */
  gcMs: number;
}
