import * as v from 'valibot';

/** Seconds that a request may wait for an event (evaluation 3.10, 5.2). */
export const WaitSeconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,2}$/),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(20),
);
