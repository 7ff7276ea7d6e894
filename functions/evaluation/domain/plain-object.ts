import * as v from 'valibot';

/** An object with members of any name, and no list: valibot's own objects and records take lists too. */
export const PlainObject = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);
