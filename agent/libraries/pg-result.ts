import { bytesOfJson, isBase64, jsonOfBytes, membersOf } from '../core/json-value.ts';

/** A column as `pg-protocol` describes it. */
export interface PgField {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
  dataTypeSize: number;
  dataTypeModifier: number;
  format: string;
}

type PgValue = string | Uint8Array | null;

/** The result of one statement, as it came over the wire. */
export interface PgStatement {
  fields: PgField[] | null;
  rows: PgValue[][];
  /** The command tag: `INSERT 0 1`, `CREATE TABLE`. */
  tag: string | null;
}

/**
 * A result as JSON: `{command, rowCount, fields, rows}` with values as the text of the wire. Rows are objects by
 * column, or lists where a name repeats. Further statements of one query are in `more`.
 */
export function pgResponse([first = { fields: null, rows: [], tag: null }, ...more]: readonly PgStatement[]): object {
  return { ...statementJson(first), ...(more.length > 0 && { more: more.map(statementJson) }) };
}

function statementJson({ fields, rows, tag }: PgStatement): object {
  const [, command = null, count] = /^([A-Z ]*[A-Z])(?: \d+)??(?: (\d+))?$/i.exec(tag ?? '') ?? [];
  const names = (fields ?? []).map(({ name }) => name);
  const isUnique = new Set(names).size === names.length;
  const value = (one: PgValue | undefined) => (one instanceof Uint8Array ? { base64: base64Of(one) } : (one ?? null));
  return {
    command,
    rowCount: count === undefined ? null : Number(count),
    fields: (fields ?? []).map((field) => ({
      name: field.name,
      type: field.dataTypeID,
      table: field.tableID,
      column: field.columnID,
      size: field.dataTypeSize,
      modifier: field.dataTypeModifier,
      format: field.format,
    })),
    rows: rows.map((row) =>
      isUnique ? Object.fromEntries(names.map((name, at) => [name, value(row[at])])) : row.map(value),
    ),
  };
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Reads a recorded result; of another recorder too, whose columns may say less. */
export function pgStatements(response: unknown): PgStatement[] {
  const { more, ...first } = membersOf(response);
  return [first, ...(Array.isArray(more) ? more : [])].map(statementOf);
}

function statementOf(json: unknown): PgStatement {
  const { command, rowCount, fields, rows } = membersOf(json);
  const columns = (Array.isArray(fields) ? fields : []).map(fieldOf);
  return {
    fields: columns.length > 0 ? columns : null,
    rows: (Array.isArray(rows) ? rows : []).map((row: unknown) =>
      Array.isArray(row) ? row.map(pgValue) : columns.map(({ name }) => pgValue(membersOf(row)[name])),
    ),
    tag: typeof command === 'string' ? tagOf(command, rowCount) : null,
  };
}

const tagOf = (command: string, rowCount: unknown): string =>
  typeof rowCount === 'number' ? `${command}${command === 'INSERT' ? ' 0' : ''} ${rowCount}` : command;

const TEXT_OID = 25;

function fieldOf(json: unknown): PgField {
  const { name, type, table, column, size, modifier, format } = membersOf(json);
  const number = (value: unknown, fallback: number) => (typeof value === 'number' ? value : fallback);
  return {
    name: String(name),
    tableID: number(table, 0),
    columnID: number(column, 0),
    dataTypeID: number(type, TEXT_OID),
    dataTypeSize: number(size, -1),
    dataTypeModifier: number(modifier, -1),
    format: format === 'binary' ? 'binary' : 'text',
  };
}

function pgValue(value: unknown): PgValue {
  if (value === null || value === undefined) return null;
  if (isBase64(value)) return bytesOfJson(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Parameters as the wire carries them. */
export const pgParameters = (values: unknown, prepare: (value: unknown) => unknown): unknown[] =>
  (Array.isArray(values) ? values : []).map((value) => {
    const prepared = prepare(value);
    if (prepared === null || prepared === undefined) return null;
    return prepared instanceof Uint8Array ? jsonOfBytes(prepared) : String(prepared);
  });
