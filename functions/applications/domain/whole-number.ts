import * as v from 'valibot';

/** A whole number within a range, which a refusal names. */
export const wholeNumber = (min: number, max: number) => {
  const range = () => `must be a whole number from ${min} to ${max.toLocaleString('en-US')}`;
  return v.pipe(v.number(range), v.integer(range), v.minValue(min, range), v.maxValue(max, range));
};
