import { isObject } from '../../../platform/json/is-object.ts';
import { isRawNumber, jsonOf, parseKeepingNumbers } from '../../../platform/values/json-text.ts';
import { parameterNames } from '../calls/parameter-names.ts';
import { isMasked, type Mask } from './mask.ts';
import { maskStatements } from './mask-statements.ts';

/** Tables and collections in which frameworks store sessions. */
const STORE = `(?:(?:admin|app|auth|be|cake|ci|django|express|fe|flask|http|laravel|login|php|spring|symfony|user|web)_?)?sess(?:ion)?s?(?:_(?:attributes|data|store))?`;
const S = String.raw`(?:\s|\\{1,15}[nrt]){1,8}`;
const QUOTE = '["`\\[\\]\\\\]{0,4}';
/** A statement about such a table, as JSON has it. */
const STATEMENT = new RegExp(
  `\\b(?:from|into|join|update)${S}(?:(?:ignore|only)${S})?(?:${QUOTE}\\w{1,64}${QUOTE}\\.)?${QUOTE}${STORE}${QUOTE}(?![\\w.])`,
  'i',
);
/** A command of MongoDB about such a collection. */
const COMMAND = new RegExp(`"(?:aggregate|delete|find|findAndModify|insert|update)"\\s*:\\s*"${STORE}"`, 'i');

/** Columns and members that hold all that a session is: they do not say so, and are credentials there only. */
const DATA: ReadonlySet<string> = new Set([
  'attributebytes',
  'data',
  'payload',
  'sesdata',
  'sess',
  'sessdata',
  'session',
]);
const isData = (name: string): boolean => DATA.has(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));

/** Whether a database call, by its request as JSON, reads or writes sessions of a framework. Most have no such word. */
export const isOfSessions = (request: string): boolean =>
  /sess/i.test(request) && (STATEMENT.test(request) || COMMAND.test(request));

/** Masks what sessions hold, in the request or the response of a call about them. Any other JSON stays as it is. */
export function maskSessionData(json: string, mask: Mask): string {
  if (jsonOf(json) === undefined) return json;
  const masked = (given: unknown): unknown => {
    if (given === null || given === '' || typeof given === 'boolean') return given;
    if (typeof given === 'string' && isMasked(given)) return given;
    const text = JSON.stringify(given);
    return mask.member ? JSON.parse(mask.member('data', text, '')) : mask('data', text, 'body');
  };
  const listOf = (values: readonly unknown[], nameOf: (index: number) => string | undefined) =>
    values.map((one, index) => (isData(nameOf(index) ?? '') ? masked(one) : of(one)));

  /** What is at any depth. */
  function of(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(of);
    if (!isObject(value) || isRawNumber(value)) return value;
    return {
      ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isData(name) ? masked(one) : of(one)])),
      ...ofStatement(value),
      ...ofRows(value),
    };
  }

  function ofStatement({ sql, parameters }: Record<string, unknown>) {
    if (typeof sql !== 'string' || !Array.isArray(parameters)) return {};
    const columns = parameterNames(sql);
    const values = (list: readonly unknown[]) => listOf(list, (index) => columns.get(index));
    const isBatch = parameters.length > 0 && parameters.every((one) => Array.isArray(one));
    return { parameters: isBatch ? parameters.map((one: unknown[]) => values(one)) : values(parameters) };
  }

  function ofRows({ fields, rows }: Record<string, unknown>) {
    if (!Array.isArray(fields) || !Array.isArray(rows)) return {};
    const names = fields.map((field: unknown) => (isObject(field) ? String(field.name) : undefined));
    return { rows: rows.map((row: unknown) => (Array.isArray(row) ? listOf(row, (index) => names[index]) : of(row))) };
  }

  /** Strings of statements stand in the text as JSON escapes them, like those of members. */
  const inStatement: Mask = (name, value, place) =>
    mask.member && value.includes('\\') ? mask.member(name, `"${value}"`, '').slice(1, -1) : mask(name, value, place);
  return JSON.stringify(of(parseKeepingNumbers(maskStatements(json, inStatement, isData))));
}
