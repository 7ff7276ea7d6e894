/** How often the stored recordings of an application call each service. */
export interface RecordedCalls {
  /** The most called one first. */
  services: { service: string; calls: number }[];
  /** Recordings that came in from then on are counted, epoch ms; null: all that are not pinned. */
  since: number | null;
  /** Pinned recordings that may not be counted: they were pinned before calls were. */
  uncountedPins: number;
}

/** Calls of the last run that ended which no recorded call answered. */
export interface LastRunMisses {
  planId: string;
  /** By service, without those that have none; null: they were not counted. */
  services: ReadonlyMap<string, number> | null;
}
