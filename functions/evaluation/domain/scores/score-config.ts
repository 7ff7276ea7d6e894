import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import { compareExact, exactOf, parseExact } from '../../../platform/values/exact-number.ts';
import { DATA_TYPES, type Score } from './score.ts';

const Bound = v.nullish(v.pipe(v.number(), v.finite()), null);
const Text = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(128),
  v.check((value) => value.isWellFormed()),
);

/** Body of a score config: bounds of numeric values, or categories of categorical values. */
export const ScoreConfigBody = v.pipe(
  v.object({
    config_id: v.nullish(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,128}$/)), null),
    name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,128}$/)),
    data_type: v.picklist(DATA_TYPES),
    min: Bound,
    max: Bound,
    categories: v.nullish(v.pipe(v.array(Text), v.minLength(1), v.maxLength(100)), null),
  }),
  v.check(
    ({ data_type, min, max }) => data_type === 'numeric' || (min === null && max === null),
    'bounds require a numeric data_type',
  ),
  v.check(({ min, max }) => min === null || max === null || min <= max, 'the bounds are empty'),
  v.check(({ data_type, categories }) => data_type === 'categorical' || categories === null, 'no categories'),
);
export type ScoreConfigBody = v.InferOutput<typeof ScoreConfigBody>;

/** A score config as stored. Immutable. */
export const ScoreConfig = v.object({
  config_id: v.string(),
  name: v.string(),
  data_type: v.picklist(DATA_TYPES),
  min: v.nullable(v.number()),
  max: v.nullable(v.number()),
  categories: v.nullable(v.array(v.string())),
  /** Epoch ms. */
  created_at: v.number(),
});
export type ScoreConfig = v.InferOutput<typeof ScoreConfig>;

/** Whether a score conforms to its config. Bounds are inclusive and compared as decimals. */
export function fitsConfig(
  { name, data_type, value }: Pick<Score, 'name' | 'data_type' | 'value'>,
  config: ScoreConfig,
): Result<null, 'validation_failed' | 'value_type_mismatch'> {
  if (name !== config.name) return refuse('validation_failed', 'the config has a different name');
  if (data_type !== config.data_type) return refuse('value_type_mismatch', 'the config has a different data_type');
  if (typeof value === 'boolean') return accept(null);
  if (config.categories !== null && !config.categories.includes(value))
    return refuse('validation_failed', 'the value is not one of the categories');
  const read = data_type === 'numeric' ? parseExact(value) : null;
  const isBelow = read?.ok && config.min !== null && compareExact(read.value, exactOf(config.min)) < 0;
  const isAbove = read?.ok && config.max !== null && compareExact(read.value, exactOf(config.max)) > 0;
  return isBelow || isAbove ? refuse('validation_failed', 'the value is outside the bounds') : accept(null);
}
