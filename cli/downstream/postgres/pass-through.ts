import type pg from 'pg';
import type { DownstreamOptions } from '../downstream.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { wireBytes, wireValue } from '../wire/wire-value.ts';
import { failure, type PassThrough, type StatementAnswer } from './answer-statement.ts';
import { ERROR_LETTERS } from './messages.ts';
import { POSTGRES_PORT } from './reach-postgres.ts';
import { type Result, responseOf } from './result.ts';
import type { Session } from './session-statement.ts';

/** Makes calls of one mocked connection for real, where the application allows that. */
export interface RealCalls {
  make: PassThrough;
  /** The client ended its transaction. */
  endTransaction(command: 'COMMIT' | 'ROLLBACK'): Promise<void>;
  close(): void;
}

/** Values stay as they are on the wire. */
const AS_THEY_ARE = { getTypeParser: () => (value: string) => value };

/**
 * Makes calls by a connection of its own, which is opened with the first one. It takes user and password from the url,
 * and user and database from the client where the url has none: the client's password is unknown.
 */
export function realCalls(
  { url }: Pick<DownstreamOptions, 'url'>,
  noter: CallNoter,
  client: Readonly<Record<string, string>>,
  session: Session,
): RealCalls {
  let opened: Promise<pg.Client | null> | null = null;
  let isInTransaction = false;

  async function open(): Promise<pg.Client | null> {
    // Loaded with the first such call: most replays have none.
    const { default: driver } = await import('pg');
    const mode = url.searchParams.get('sslmode') ?? 'disable';
    const server = new driver.Client({
      host: url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
      port: Number(url.port) || POSTGRES_PORT,
      user: decodeURIComponent(url.username) || client.user,
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)) || client.database || client.user,
      ssl: mode === 'disable' ? false : { rejectUnauthorized: mode.startsWith('verify-') },
    });
    server.on('error', () => {
      opened = null;
    });
    return server.connect().then(
      () => server,
      () => null,
    );
  }

  async function make(...[{ operation, request }, correlation]: Parameters<PassThrough>): Promise<StatementAnswer> {
    opened ??= open();
    const server = await opened;
    if (server === null) {
      opened = null;
      return failure('08006', 'replay: the real server was not reached');
    }
    if (session.status === 'T' && !isInTransaction) {
      await server.query('BEGIN');
      isInTransaction = true;
    }
    const { sql, parameters } = request as { sql: string; parameters: unknown[] }; // as answer-statement.ts made it
    const open_ = noter.open(correlation);
    const answer = await server
      .query<unknown[]>({
        text: sql,
        values: parameters.map((value) => (typeof value === 'string' ? value : wireBytes(value))),
        rowMode: 'array',
        types: AS_THEY_ARE,
      })
      .then(
        (given): StatementAnswer => ({ results: [given].flat().map(resultOf), error: null }),
        (fault: unknown): StatementAnswer => ({ results: [], error: errorFields(fault) }),
      );
    const response = answer.error === null ? responseOf(answer.results, null) : null;
    open_.complete({ operation, request, response, error: answer.error });
    return answer;
  }

  return {
    make,
    endTransaction: async (command) => {
      if (!isInTransaction) return;
      isInTransaction = false;
      await (await opened)?.query(command).catch(() => {});
    },
    close: () => {
      opened?.then((server) => server?.end()).catch(() => {});
    },
  };
}

function resultOf({ command, rowCount, fields, rows }: pg.QueryArrayResult<unknown[]>): Result {
  const count = rowCount ?? 0;
  const hasRows = fields.length > 0;
  return {
    tag: command === 'INSERT' ? `INSERT 0 ${count}` : rowCount === null ? command : `${command} ${count}`,
    fields: hasRows
      ? fields.map(({ name, dataTypeID, tableID, columnID, dataTypeSize, dataTypeModifier }) => ({
          name,
          type: dataTypeID,
          table: tableID,
          column: columnID,
          size: dataTypeSize,
          modifier: dataTypeModifier,
          format: 'text',
        }))
      : null,
    rows: rows.map((row) => row.map((value) => (value === null ? null : wireValue(Buffer.from(String(value)))))),
    notices: [],
  };
}

/** Fields of the server's error; a fault of the connection has none. */
function errorFields(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error) || !('severity' in fault))
    return { severity: 'ERROR', code: '08006', message: 'replay: the real server did not answer' };
  const given = new Map<string, unknown>(Object.entries(fault));
  return {
    message: fault.message,
    ...Object.fromEntries(
      [...ERROR_LETTERS.keys()].flatMap((name) => (given.get(name) === undefined ? [] : [[name, given.get(name)]])),
    ),
  };
}
