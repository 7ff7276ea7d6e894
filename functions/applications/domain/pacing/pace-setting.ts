import * as v from 'valibot';

/** Minimum and maximum factor of a recorded pace. */
export const MIN_PACE = 0.1;
export const MAX_PACE = 100;

/** As fast as the load of a run allows. */
export const NO_PACE = 0;

const RANGE = `must be 0, or a number from ${MIN_PACE} to ${MAX_PACE}`;

/** The pace in a change of settings: absent and null leave it unchanged. */
export const PaceChange = v.nullish(
  v.pipe(
    v.number(RANGE),
    v.check((pace) => pace === NO_PACE || (pace >= MIN_PACE && pace <= MAX_PACE), RANGE),
    v.description(
      `Pace of runs that name none and do not ask for the order sessions: they keep the recorded order and the gaps of the recording, divided by this factor. 1 as recorded, 2 twice as fast. From ${MIN_PACE} to ${MAX_PACE}, or \`0\`: as fast as maxQps and concurrency allow.`,
    ),
  ),
);
