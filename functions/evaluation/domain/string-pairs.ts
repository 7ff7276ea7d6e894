import * as v from 'valibot';
import { PlainObject } from './plain-object.ts';

/** Least and most characters. */
type Length = readonly [least: number, most: number];

/** Names that records leave out of what they read: a pair of that name would be lost in silence, and a gate's `where` be wider by it. */
const UNREADABLE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/** An object of names and texts, at most so many (labels and metadata: evaluation 4); a list is none, and no name is unreadable. */
export const stringPairs = (names: Length, values: Length, most: number) =>
  v.pipe(
    PlainObject,
    v.metadata({
      jsonSchema: {
        ...{
          type: 'object',
          propertyNames: { ...lengths(names), not: { enum: UNREADABLE_NAMES } },
          maxProperties: most,
        },
        additionalProperties: { type: 'string', ...lengths(values) },
      },
    }),
    v.check((pairs) => !UNREADABLE_NAMES.some((name) => Object.hasOwn(pairs, name))),
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
