import * as v from 'valibot';

/** A whole number within a range, which a refusal names. */
export const wholeNumber = (min: number, max: number) => {
  const range = () => `must be a whole number from ${min} to ${max.toLocaleString('en-US')}`;
  return v.pipe(v.number(range), v.integer(range), v.minValue(min, range), v.maxValue(max, range));
};

/** Requests a minute that the AREX agent records of each endpoint and instance; 0 pauses recording. */
export const MIN_SAMPLE_RATE = 0;
export const MAX_SAMPLE_RATE = 100;
/** The rate where none is set; the agent's own default is 1. */
export const DEFAULT_SAMPLE_RATE = 60;

/** How agents record an application (docs/arex-agent.md). */
export const RecorderSettings = v.object({ sampleRate: v.number() });
export type RecorderSettings = v.InferOutput<typeof RecorderSettings>;

/** The settings of an application that has none. */
export const DEFAULT_RECORDER: RecorderSettings = { sampleRate: DEFAULT_SAMPLE_RATE };

/** The member `recorder` of a change of settings. */
export const RecorderChange = v.nullish(
  v.object({
    sampleRate: v.nullish(wholeNumber(MIN_SAMPLE_RATE, MAX_SAMPLE_RATE)),
  }),
);
