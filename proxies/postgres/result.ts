import * as v from 'valibot';
import type { WireValue } from '../wire/wire-value.ts';
import { recordedValue } from './binary-values.ts';
import type { Field } from './messages.ts';

/** What one statement answered. */
export interface Result {
  /** What the command completed with, such as `INSERT 0 1`; empty for an empty query. */
  tag: string;
  /** Null for a statement that returns no rows. */
  fields: Field[] | null;
  /** Values in the order of `fields`. */
  rows: unknown[][];
  notices: Record<string, string>[];
}

const NUMBERED = v.optional(v.number(), 0);

const FieldJson = v.object({
  name: v.string(),
  /** Object id; recorders of other languages may name it. */
  type: v.optional(v.union([v.number(), v.string()]), 25),
  table: NUMBERED,
  column: NUMBERED,
  size: v.optional(v.number(), -1),
  modifier: v.optional(v.number(), -1),
  format: v.optional(v.string(), 'text'),
});

const one = {
  command: v.optional(v.nullable(v.string())),
  rowCount: v.optional(v.nullable(v.number())),
  tag: v.optional(v.string()),
  fields: v.optional(v.nullable(v.array(FieldJson))),
  rows: v.optional(v.nullable(v.array(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])))),
  notices: v.optional(v.array(v.record(v.string(), v.string()))),
};
const ResultJson = v.object(one);
const ResponseJson = v.object({ ...one, more: v.optional(v.array(ResultJson)) });

/** Writes results as the response of a call: the first one, and others in `more`. */
export function responseOf(results: readonly Result[], parameterTypes: readonly number[] | null): unknown {
  const [first = EMPTY, ...more] = results;
  return {
    ...resultJson(first),
    ...(parameterTypes !== null && { parameters: parameterTypes }),
    ...(more.length > 0 && { more: more.map(resultJson) }),
  };
}

const EMPTY: Result = { tag: '', fields: null, rows: [], notices: [] };

function resultJson({ tag, fields, rows, notices }: Result): Record<string, unknown> {
  const names = fields?.map(({ name }) => name) ?? [];
  const isNamed = new Set(names).size === names.length;
  const [command = ''] = /^[A-Z ]*[A-Z]/.exec(tag) ?? [];
  const count = / (\d+)$/.exec(tag)?.[1];
  return {
    command,
    rowCount: count === undefined ? null : Number(count),
    tag,
    fields: fields ?? [],
    // Redaction and comparison know values by the names of their columns.
    rows: isNamed ? rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))) : rows,
    ...(notices.length > 0 && { notices }),
  };
}

/** Reads the response of a recorded call, from any recorder; null if it is not a result of this database. */
export function resultsOf(response: unknown): Result[] | null {
  const parsed = v.safeParse(ResponseJson, response);
  if (!parsed.success) return null;
  const { more = [], ...first } = parsed.output;
  return [first, ...more].map(parseResult);
}

function parseResult({ command, rowCount, tag, fields, rows, notices }: v.InferOutput<typeof ResultJson>): Result {
  const read = (fields ?? []).map(
    ({ type, format, ...field }): Field => ({
      ...field,
      type: typeof type === 'number' ? type : (TYPE_IDS[type] ?? TEXT),
      format: format === 'binary' ? 'binary' : 'text',
    }),
  );
  return {
    tag: tag ?? tagOf(command ?? '', rowCount ?? 0),
    fields: read.length > 0 ? read : null,
    rows: (rows ?? []).map((row) => (Array.isArray(row) ? row : read.map(({ name }) => row[name] ?? null))),
    notices: notices ?? [],
  };
}

const TEXT = 25;
const TYPE_IDS: Readonly<Record<string, number>> = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  text: TEXT,
  json: 114,
  float4: 700,
  float8: 701,
  varchar: 1043,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
};

/** Commands that complete with a count of rows. */
function tagOf(command: string, rowCount: number): string {
  if (command === 'INSERT') return `INSERT 0 ${rowCount}`;
  return /^(?:SELECT|UPDATE|DELETE|MERGE|FETCH|MOVE|COPY)$/.test(command) ? `${command} ${rowCount}` : command;
}

/** Writes the values of a row as they are recorded. */
export const rowOf = (row: readonly (Buffer | null)[], fields: readonly Field[] | null): WireValue[] =>
  row.map((value, at) => {
    const field = fields?.[at];
    return value === null ? null : recordedValue(value, field?.format ?? 'text', field?.type ?? 0);
  });
