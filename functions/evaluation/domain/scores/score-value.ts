import { accept, type Result, refuse } from '../../../platform/result.ts';
import { parseExact } from '../../../platform/values/exact-number.ts';
import type { Score } from './score.ts';
import { digestedValue } from './scores-digest.ts';

/** A sent value, with the original text of its numbers. */
export interface SentValue {
  data_type?: Score['data_type'] | undefined;
  value?: unknown;
  numeric_value?: unknown;
  boolean_value?: unknown;
  string_value?: unknown;
}

export type ValueCode = 'validation_failed' | 'value_type_mismatch' | 'number_out_of_range';

/** Maximum characters of a categorical value or text (evaluation 3.12). */
const MAX_TEXT_LENGTH = 4000;

const KIND_OF = { numeric: 'number', boolean: 'boolean', categorical: 'string', text: 'string' } as const;
const TYPE_OF = { number: 'numeric', boolean: 'boolean', string: 'categorical' } as const;

/** The member that holds a value of each type. */
const COLUMNS = { numeric_value: 'number', boolean_value: 'boolean', string_value: 'string' } as const;

/**
 * The single value of a score (evaluation 3.12): `value`, or exactly one typed member, or both if they are equal.
 * `textOf` returns the original text of a number. Null members count as absent.
 */
export function scoreValue(
  sent: SentValue,
  textOf: (member: keyof SentValue) => string,
): Result<Pick<Score, 'data_type' | 'value'>, ValueCode> {
  // keys of a literal
  const typed = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).filter((column) => sent[column] != null);
  const given = [...(sent.value == null ? [] : ['value' as const]), ...typed];
  const [first, second] = given;
  if (first === undefined || typed.length > 1)
    return refuse('validation_failed', 'a score must have a value, or exactly one of the typed members');
  const strange = typed.find((column) => kindOf(sent[column]) !== COLUMNS[column]);
  const kind = kindOf(sent[first]);
  if (strange !== undefined || kind === null)
    return refuse('value_type_mismatch', 'a value does not have the type of its member');

  if (second !== undefined && kindOf(sent[second]) !== kind)
    return refuse('validation_failed', 'value and the typed member differ');

  const data_type = sent.data_type ?? TYPE_OF[kind];
  if (KIND_OF[data_type] !== kind) return refuse('value_type_mismatch', 'the value does not have its data_type');
  const values: Score['value'][] = [];
  for (const member of given) {
    const value = storedValue(sent[member], () => textOf(member));
    if (!value.ok) return value;
    values.push(value.value);
  }
  const [value = '', other = value] = values;
  if (second !== undefined && digestedValue({ data_type, value }) !== digestedValue({ data_type, value: other }))
    return refuse('validation_failed', 'value and the typed member differ');
  return accept({ data_type, value });
}

function kindOf(value: unknown): 'number' | 'boolean' | 'string' | null {
  const kind = typeof value;
  return kind === 'number' || kind === 'boolean' || kind === 'string' ? kind : null;
}

function storedValue(value: unknown, text: () => string): Result<Score['value'], ValueCode> {
  if (typeof value === 'boolean') return accept(value);
  if (typeof value === 'string') {
    if (value.length > MAX_TEXT_LENGTH || !value.isWellFormed())
      return refuse('validation_failed', `a text has at most ${MAX_TEXT_LENGTH} characters`);
    return accept(value);
  }
  const written = text();
  if (!Number.isFinite(value) || !parseExact(written).ok)
    return refuse('number_out_of_range', 'a number must be finite, with at most 1,000 digits');
  return accept(written);
}
