import * as v from 'valibot';
import type { Column } from './columns.ts';

/** What one statement answered: rows with columns, or what it changed. */
export interface Result {
  /** Null for a statement that returns no rows. */
  columns: Column[] | null;
  /** Values in the order of `columns`, as the text protocol writes them. */
  rows: unknown[][];
  affectedRows: string;
  insertId: string;
  warnings: number;
  /** Flags of the server's status. */
  status: number;
  info: string;
}

const Whole = v.pipe(v.union([v.number(), v.string()]), v.transform(String), v.regex(/^\d{1,20}$/));
const number = (given: number) => v.optional(v.number(), given);
const text = v.optional(v.string(), '');

const ColumnJson = v.object({
  name: v.string(),
  type: number(253),
  charset: number(45),
  length: number(1024),
  flags: number(0),
  decimals: number(0),
  schema: text,
  table: text,
  orgTable: text,
  orgName: text,
});

const one = {
  fields: v.optional(v.nullable(v.array(ColumnJson))),
  rows: v.optional(v.nullable(v.array(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())])))),
  rowCount: v.optional(v.nullable(Whole)),
  insertId: v.optional(v.nullable(Whole)),
  warnings: number(0),
  status: number(2),
  info: text,
};
const ResultJson = v.object(one);
const ResponseJson = v.object({ ...one, more: v.optional(v.array(ResultJson)) });

/** Writes results as the response of a call: the first one, and others in `more`. */
export function responseOf(results: readonly Result[]): unknown {
  const [first, ...more] = results.map(resultJson);
  return { ...first, ...(more.length > 0 && { more }) };
}

function resultJson({
  columns,
  rows,
  affectedRows,
  insertId,
  warnings,
  status,
  info,
}: Result): Record<string, unknown> {
  const rest = { warnings, status, ...(info !== '' && { info }) };
  if (columns === null)
    return { rowCount: whole(affectedRows), insertId: whole(insertId), fields: [], rows: [], ...rest };
  const names = columns.map(({ name }) => name);
  const isNamed = new Set(names).size === names.length;
  return {
    rowCount: rows.length,
    fields: columns,
    // Redaction and comparison know values by the names of their columns.
    rows: isNamed ? rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))) : rows,
    ...rest,
  };
}

const whole = (digits: string): number | string => (Number.isSafeInteger(Number(digits)) ? Number(digits) : digits);

/** Reads the response of a recorded call, from any recorder; null if it is not a result of this database. */
export function resultsOf(response: unknown): Result[] | null {
  const parsed = v.safeParse(ResponseJson, response);
  if (!parsed.success) return null;
  const { more = [], ...first } = parsed.output;
  return [first, ...more].map(({ fields, rows, rowCount, insertId, warnings, status, info }) => {
    const columns = fields ?? [];
    return {
      columns: columns.length > 0 ? columns : null,
      rows: (rows ?? []).map((row) => (Array.isArray(row) ? row : columns.map(({ name }) => row[name] ?? null))),
      affectedRows: columns.length > 0 ? '0' : (rowCount ?? '0'),
      insertId: insertId ?? '0',
      warnings,
      status,
      info,
    };
  });
}

/** Reads the description of a prepared statement; null if it is not one. */
export function describedOf(response: unknown): { parameters: Column[]; columns: Column[] } | null {
  const parsed = v.safeParse(v.object({ parameters: v.array(ColumnJson), fields: v.array(ColumnJson) }), response);
  return parsed.success ? { parameters: parsed.output.parameters, columns: parsed.output.fields } : null;
}
