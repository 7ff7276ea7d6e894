import { padded } from '../../platform/values/padded.ts';
/** The n-th attempt of a run, from 1; a plan that an evaluation made names its attempt (evaluation 3.1). */
export const attemptIdOf = (runId: string, ordinal: number): string =>
  `fatt_${runId.slice('wrun_'.length)}_${padded(ordinal, 3)}`;

/** The run of an attempt. */
export const runIdOf = (attemptId: string): string => `wrun_${attemptId.slice('fatt_'.length, -'_001'.length)}`;
