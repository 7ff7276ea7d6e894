import { isObject } from '../../../platform/json/is-object.ts';
import { jsonOf, parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { parameterNames } from '../calls/parameter-names.ts';
import { isCredentialName, mayNameCredential } from './credential-names.ts';
import { isMasked, type Mask } from './mask.ts';

/**
 * Masks values of a database call that have no name beside them: parameters of a statement by the columns that it
 * writes them to or compares them with, and values of rows that are lists by the names of `fields`. Any other JSON
 * stays as it is.
 */
export function maskCallValues(json: string, mask: Mask): string {
  const isStatement = json.includes('"sql"') && json.includes('"parameters"');
  const isResult = json.includes('"rows"') && json.includes('"fields"');
  if (!(isStatement || isResult) || !mayNameCredential(json) || jsonOf(json) === undefined) return json;
  const value = parseKeepingNumbers(json);
  if (!isObject(value)) return json;
  let isChanged = false;

  const masked = (name: string | undefined, given: unknown): unknown => {
    if (name === undefined || !isCredentialName(name) || given === null || given === '' || typeof given === 'boolean')
      return given;
    if (typeof given === 'string' && isMasked(given)) return given;
    isChanged = true;
    const text = JSON.stringify(given);
    return mask.member ? JSON.parse(mask.member(name, text, '')) : mask(name, text, 'body');
  };
  const listOf = (values: readonly unknown[], nameOf: (index: number) => string | undefined): unknown[] =>
    values.map((one, index) => masked(nameOf(index), one));

  const parts: Record<string, unknown> = {};
  if (typeof value.sql === 'string' && Array.isArray(value.parameters)) {
    const names = parameterNames(value.sql);
    const isBatch = value.parameters.length > 0 && value.parameters.every((one) => Array.isArray(one));
    parts.parameters = isBatch
      ? value.parameters.map((one: unknown[]) => listOf(one, (index) => names.get(index)))
      : listOf(value.parameters, (index) => names.get(index));
  }
  if (Array.isArray(value.fields) && Array.isArray(value.rows)) {
    const names = value.fields.map((field: unknown) =>
      isObject(field) && typeof field.name === 'string' ? field.name : undefined,
    );
    parts.rows = value.rows.map((row: unknown) => (Array.isArray(row) ? listOf(row, (index) => names[index]) : row));
  }
  return isChanged ? JSON.stringify({ ...value, ...parts }) : json;
}
