import type { Connection, FieldPacket, ResultSetHeader } from 'mysql2/promise';
import type { DownstreamOptions } from '../downstream.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { wireBytes, wireValue } from '../wire/wire-value.ts';
import { failure, type PassThrough, type StatementAnswer } from './answer-statement.ts';
import { STATUS } from './capabilities.ts';
import type { Column } from './columns.ts';
import { type Result, responseOf } from './result.ts';

/** Makes calls of one mocked connection for real, where the application allows that. */
export interface RealCalls {
  make: PassThrough;
  close(): void;
}

/** CR_CONNECTION_ERROR is a client's; a server has no code for it. */
const NOT_REACHED = 1105;

/** Makes calls by a connection of its own with user, password and database of the url, opened with the first one. */
export function realCalls({ url }: Pick<DownstreamOptions, 'url'>, noter: CallNoter): RealCalls {
  let opened: Promise<Connection | null> | null = null;

  const open = async (): Promise<Connection | null> => {
    // Loaded with the first such call: most replays have none.
    const { createConnection } = await import('mysql2/promise');
    return createConnection({
      host: url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
      port: Number(url.port) || 3306,
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)) || undefined,
      multipleStatements: true,
      rowsAsArray: true,
      // Values stay as they are on the wire.
      typeCast: (field) => field.buffer(),
    }).then(
      (connection) => {
        connection.on('error', () => {
          opened = null;
        });
        return connection;
      },
      () => null,
    );
  };

  const make: PassThrough = async ({ operation, request }, correlation) => {
    opened ??= open();
    const server = await opened;
    if (server === null) {
      opened = null;
      return failure(NOT_REACHED, 'replay: the real server was not reached');
    }
    const { sql, parameters } = request as { sql: string; parameters: unknown[] }; // as answer-statement.ts made it
    const call = noter.open(correlation);
    const values = parameters.map((value) => (typeof value === 'object' ? wireBytes(value) : value));
    const answer = await server.query(sql, values).then(
      ([rows, fields]): StatementAnswer => ({ results: resultsOf(rows, fields), error: null }),
      (fault: unknown): StatementAnswer => ({ results: [], error: errorFields(fault) }),
    );
    const response = answer.error === null ? responseOf(answer.results) : null;
    call.complete({ operation, request, response, error: answer.error });
    return answer;
  };
  return {
    make,
    close: () => {
      // The call that opened the connection has answered with the fault.
      opened?.then((server) => server?.destroy()).catch(() => {});
    },
  };
}

function resultsOf(rows: unknown, fields: FieldPacket[] | undefined): Result[] {
  // Several statements have a list of fields each.
  const lists: unknown[] = fields ?? [];
  if (lists.some((list) => Array.isArray(list) || list === undefined))
    return (rows as unknown[]).map((one, at) => resultOf(one, lists[at] as FieldPacket[] | undefined)); // as mysql2 resolves
  return [resultOf(rows, fields)];
}

function resultOf(rows: unknown, fields: FieldPacket[] | undefined): Result {
  const none = { affectedRows: '0', insertId: '0', warnings: 0, status: STATUS.AUTOCOMMIT, info: '' };
  if (fields === undefined) {
    const header = rows as ResultSetHeader; // what mysql2 resolves with for a statement without rows
    return {
      ...none,
      columns: null,
      rows: [],
      affectedRows: String(header.affectedRows),
      insertId: String(header.insertId),
      info: header.info,
    };
  }
  return {
    ...none,
    columns: fields.map(columnOf),
    rows: (rows as (Buffer | null)[][]).map((row) => row.map((value) => (value === null ? null : wireValue(value)))), // by typeCast
  };
}

const columnOf = (field: FieldPacket): Column => ({
  name: field.name,
  type: field.columnType ?? field.type ?? 253,
  charset: field.characterSet ?? 45,
  length: field.columnLength ?? 0,
  flags: Number(field.flags),
  decimals: field.decimals ?? 0,
  schema: field.schema ?? '',
  table: field.table ?? '',
  orgTable: field.orgTable ?? '',
  orgName: field.orgName ?? '',
});

function errorFields(fault: unknown): Record<string, unknown> {
  const { errno, sqlState, sqlMessage } = fault as { errno?: number; sqlState?: string; sqlMessage?: string }; // of mysql2
  if (sqlMessage === undefined) return { code: NOT_REACHED, message: 'replay: the real server did not answer' };
  return { code: errno, sqlState, message: sqlMessage };
}
