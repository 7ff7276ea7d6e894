/** A run of an application, as far as its list of targets shows it. */
interface RecentRun {
  targetEnv: string;
  /** When it was created, epoch ms. */
  at: number;
}

/** The newest runs of an application, newest first; `isAll`: it has no others. */
export interface RecentRuns {
  runs: readonly RecentRun[];
  isAll: boolean;
}
