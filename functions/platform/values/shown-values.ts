import * as v from 'valibot';

/** A time as answers show it: ISO-8601, UTC, milliseconds. */
export const Time = v.pipe(v.string(), v.isoTimestamp());

/** A whole number from 0. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A share of a whole. */
export const Share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
