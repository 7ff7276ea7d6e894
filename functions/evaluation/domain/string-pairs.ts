import * as v from 'valibot';
import { isObject } from '../../platform/json/is-object.ts';

/** An object with members of any name, and no list: valibot's own objects and records take lists too. */
export const PlainObject = v.custom<Record<string, unknown>>(isObject);

/** Minimum and maximum characters. */
type Length = readonly [least: number, most: number];

/** Names that v.record drops from its input. Dropping a pair silently would widen a gate's `where`. */
const UNREADABLE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];

/**
 * Schema of an object of names and texts with at most `most` pairs (labels and metadata: evaluation 4). Rejects arrays
 * and names that v.record drops.
 */
export const stringPairs = (names: Length, values: Length, max: number) =>
  v.pipe(
    PlainObject,
    v.metadata({
      jsonSchema: {
        type: 'object',
        propertyNames: { ...lengths(names), not: { enum: UNREADABLE_NAMES } },
        maxProperties: max,

        additionalProperties: { type: 'string', ...lengths(values) },
      },
    }),
    v.check((pairs) => !UNREADABLE_NAMES.some((name) => Object.hasOwn(pairs, name))),
    v.record(text(names), text(values)),
    v.check((pairs) => Object.keys(pairs).length <= max),
  );

const lengths = ([minLength, maxLength]: Length) => ({ ...(minLength > 0 && { minLength }), maxLength });

const text = ([min, max]: Length) =>
  v.pipe(
    v.string(),
    v.minLength(min),
    v.maxLength(max),
    v.check((value) => value.isWellFormed()),
  );
