import * as v from 'valibot';

/** Maximum characters of a value that an expected change names: a longer one is cut where differences show it. */
export const MAX_VALUE_LENGTH = 900;
/**
 * Maximum pairs of values that one expected change lists, and characters of them: one transaction stores many changes.
 */
export const MAX_PAIRS = 20;
export const MAX_PAIRS_LENGTH = 6000;

const Value = v.nullable(v.pipe(v.string(), v.maxLength(MAX_VALUE_LENGTH)));

/** A recorded and a replayed value as JSON; null where a side has nothing. */
export const ChangedPair = v.object({ recorded: Value, replayed: Value });
export type ChangedPair = v.InferOutput<typeof ChangedPair>;

/**
 * What a person accepted of a difference: any value; these pairs; or what all pairs have in common where they differ
 * from request to request.
 */
export const Change = v.variant('is', [
  v.object({ is: v.literal('any') }),
  v.object({ is: v.literal('pairs'), pairs: v.pipe(v.array(ChangedPair), v.minLength(1), v.maxLength(MAX_PAIRS)) }),
  /** A part of a text becomes another one, in whatever text it stands. */
  v.object({ is: v.literal('text'), removed: v.string(), added: v.string() }),
  /** A number grows by this much, as decimal text. */
  v.object({ is: v.literal('sum'), by: v.string() }),
  /** A number is multiplied, and rounded to this many decimals. */
  v.object({ is: v.literal('factor'), by: v.number(), decimals: v.number() }),
  /** A field is removed, whatever its value was. */
  v.object({ is: v.literal('removed') }),
  /** A number becomes its text, or the reverse. */
  v.object({ is: v.literal('retyped') }),
]);
export type Change = v.InferOutput<typeof Change>;
