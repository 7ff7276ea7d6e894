import type { NamedDifference } from '../expected/changed-pairs-job.ts';

/**
 * What of a run becomes the recording: named requests, those of a finding, or all whose every difference is expected.
 */
export type AcceptOf =
  | { requests: readonly number[] }
  | { finding: NamedDifference & { operations?: readonly string[] | undefined } }
  | { expected: true; operations?: readonly string[] | undefined };

/** Maximum recordings that one call gives a new version: it reads both sides of each. */
export const MAX_ACCEPTED_AT_ONCE = 500;
