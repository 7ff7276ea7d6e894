import { isBase64, jsonOfBytes, membersOf } from '../core/json-value.ts';
import { type PgStatement, pgResponse } from './pg-result.ts';

/** A column as `postgres` describes it; a parser of arrays reads what follows the first brace. */
export interface Column {
  name: string;
  parser?: ((text: string) => unknown) & { array?: boolean };
  table: number;
  number: number;
  type: number;
}

/** A result of `postgres` 3. */
export interface QueryResult extends Array<unknown> {
  count: number | null;
  command: string | null;
  columns: Column[] | null | undefined;
  statement: { types: number[] } | null;
}

/** A query of `postgres` 3, as far as the hook uses it. */
export interface Query {
  handler: (query: Query) => unknown;
  executed: boolean;
  options: { simple?: boolean };
  string?: string;
  signature: string | false;
  prepare?: boolean;
  parameters?: unknown[] | undefined;
  statement: { types: number[]; columns?: Column[] | null } | null;
  state: { pid: number | null } | null;
  isRaw?: boolean | 'values';
  forEachFn?: ((row: unknown, result: unknown) => unknown) | undefined;
  cursorFn?: unknown;
  cursorRows?: unknown;
  onlyDescribe?: boolean;
  streaming?: boolean;
  resolve(result: unknown): void;
  reject(fault: unknown): void;
}

/** Settings of a client that the hook uses; clients that share them share their parsers. */
export interface Settings {
  host: string[];
  port: number[];
  database?: string;
  max: number;
  connection?: Record<string, unknown>;
  serializers: Record<number, (value: unknown) => unknown>;
  transform: Record<'column' | 'value' | 'row', { from?: ((value: unknown, column?: Column) => unknown) | undefined }>;
}

/** What a query sends: known once a connection has built it. */
export interface SentQuery {
  sql: string;
  parameters: unknown[];
}

/** Is called for a query each time that a connection builds it, before its values are written for the server. */
export function onBuilt(query: Query, settings: Settings, hear: (sent: SentQuery) => void): void {
  let statement = query.statement;
  Object.defineProperty(query, 'statement', {
    get: () => statement,
    set: (value: Query['statement']) => {
      statement = value;
      if (value === null) return;
      const sql = query.string ?? '';
      // A prepared statement knows types of the server; the key of its cache begins with those of the client.
      const types = query.signature
        ? query.signature
            .slice(0, query.signature.length - sql.length)
            .split(',')
            .map(Number)
        : value.types;
      hear({
        sql,
        parameters: (query.parameters ?? []).map((one, at) => parameterJson(one, types[at] ?? 0, settings)),
      });
    },
    configurable: true,
    enumerable: true,
  });
}

/** The text of a value by the client's types alone: in a replay no server says others. */
function parameterJson(value: unknown, type: number, { serializers }: Settings): unknown {
  if (value === null || value === undefined) return null;
  const serialize = serializers[type];
  try {
    const text = serialize ? serialize(value) : value;
    if (text instanceof Uint8Array) return jsonOfBytes(text);
    if (text instanceof Date) return text.toISOString();
    return typeof text === 'object' ? JSON.stringify(text) : String(text);
  } catch {
    return null; // the client fails with it as well
  }
}

/** The value of a column, as `postgres` reads it. */
export function decodedRow(
  row: readonly (Uint8Array | null)[],
  columns: readonly Column[],
  isRaw: Query['isRaw'],
  { transform }: Settings,
): { row: unknown; texts: (string | null)[] } {
  const texts = row.map((bytes) =>
    bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
  );
  const values = columns.map((column, at) => {
    const text = texts[at] ?? null;
    if (isRaw === true) return row[at];
    const { parser } = column;
    const value = text === null || !parser ? text : parser(parser.array ? text.slice(1) : text);
    return transform.value.from ? transform.value.from(value, column) : value;
  });
  if (isRaw) return { row: values, texts };
  const named: Record<string, unknown> = {};
  for (const [at, { name }] of columns.entries()) named[name] = values[at];
  return { row: named, texts };
}

/** The response of a call; `names` knows the columns whose names the client changed. */
export function queryResponse(
  results: readonly { result: QueryResult; texts: (string | null)[][] }[],
  names: ReadonlyMap<string, string>,
): object {
  const statements = results.map(
    ({ result: { columns, command, count }, texts }): PgStatement => ({
      fields: columns?.length
        ? columns.map((column) => ({
            name: names.get(column.name) ?? column.name,
            tableID: column.table,
            columnID: column.number,
            dataTypeID: column.type,
            dataTypeSize: -1,
            dataTypeModifier: -1,
            format: 'text',
          }))
        : null,
      rows: texts,
      tag: command === null ? null : tagOf(command, count),
    }),
  );
  const types = results[0]?.result.statement?.types ?? [];
  return { ...pgResponse(statements), ...(types.length > 0 && { parameters: types }) };
}

const tagOf = (command: string, count: number | null): string =>
  count === null ? command : `${command}${command === 'INSERT' ? ' 0' : ''} ${count}`;

/** Types of parameters in a recorded response; none where its recorder left them out. */
export function parameterTypes(response: unknown): number[] {
  const { parameters } = membersOf(response);
  return Array.isArray(parameters) && !isBase64(parameters) ? parameters.map(Number) : [];
}
