import type { LaneValues } from './lane-values.ts';

/** The values of one lane that each build issued. */
export interface BuildValues {
  target: LaneValues;
  /** Null in runs without a running build. */
  baseline: LaneValues | null;
}
