import * as v from 'valibot';
import { PlainObject } from './plain-object.ts';

/** Least and most characters. */
type Length = readonly [least: number, most: number];

/** An object of names and texts, at most so many (labels and metadata: evaluation 4); a list is none. */
export const stringPairs = (names: Length, values: Length, most: number) =>
  v.pipe(
    PlainObject,
    v.metadata({
      jsonSchema: {
        ...{ type: 'object', propertyNames: lengths(names), maxProperties: most },
        additionalProperties: { type: 'string', ...lengths(values) },
      },
    }),
    v.record(text(names), text(values)),
    v.check((pairs) => Object.keys(pairs).length <= most),
  );

const lengths = ([minLength, maxLength]: Length) => ({ ...(minLength > 0 && { minLength }), maxLength });

const text = ([least, most]: Length) =>
  v.pipe(
    v.string(),
    v.minLength(least),
    v.maxLength(most),
    v.check((value) => value.isWellFormed()),
  );
