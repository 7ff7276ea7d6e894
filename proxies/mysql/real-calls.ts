import type { Connection, FieldPacket, ResultSetHeader } from 'mysql2/promise';
import type { DownstreamOptions } from '../downstream.ts';
import { type SessionEffect, type SessionJournal, sessionJournal } from '../sql/session-journal.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { wireBytes, wireValue } from '../wire/wire-value.ts';
import { failure, type PassThrough, type StatementAnswer } from './answer-statement.ts';
import type { Column } from './columns.ts';
import { type Result, responseOf } from './result.ts';
import type { SessionStatus } from './session-statement.ts';

/** Makes calls of one mocked connection for real, where the application allows that. */
export interface RealCalls {
  make: PassThrough;
  /** Takes a statement of the client's session; resolves with the error of the real server, null if there is none. */
  inSession(sql: string, effect: SessionEffect): Promise<StatementAnswer['error']>;
  /** The client's session begins again. */
  reset(): void;
  close(): void;
}

/** CR_CONNECTION_ERROR is a client's; a server has no code for it. */
const NOT_REACHED = 1105;

const LOST = { code: NOT_REACHED, message: 'replay: the real server did not answer' };

/** Why there can be no connection. */
interface Fault {
  fault: StatementAnswer['error'];
}

/** The connection to the real server, and what it has to run first. */
interface Calls {
  url: URL;
  noter: CallNoter;
  session: Readonly<SessionStatus>;
  opened: Promise<Connection | Fault> | null;
  journal: SessionJournal;
}

/**
 * Makes calls by a connection of its own with user, password and database of the url, opened with the first one. It
 * runs what the client's session did so far (settings, an open transaction) at its start, and session statements from
 * then on.
 */
export function realCalls(
  { url }: Pick<DownstreamOptions, 'url'>,
  noter: CallNoter,
  session: Readonly<SessionStatus>,
): RealCalls {
  const calls: Calls = { url, noter, session, opened: null, journal: sessionJournal() };
  return {
    make: (call, correlation) => make(calls, call, correlation),
    inSession: async (sql, effect) => {
      if (!calls.journal.note(sql, effect)) return LOST;
      const server = await calls.opened;
      return server && !('fault' in server) ? faultOf(server.query(sql)) : null;
    },
    reset: () => {
      close(calls);
      calls.journal = sessionJournal();
    },
    close: () => close(calls),
  };
}

const lost = (calls: Calls): void => {
  calls.opened = null;
  calls.journal.lose();
};

const open = async (calls: Calls): Promise<Connection | Fault> => {
  const database = decodeURIComponent(calls.url.pathname.slice(1));
  // Loaded with the first such call: most replays have none.
  const { createConnection } = await import('mysql2/promise');
  const server = await createConnection({
    host: calls.url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: Number(calls.url.port) || 3306,
    user: decodeURIComponent(calls.url.username),
    password: decodeURIComponent(calls.url.password),
    ...(database !== '' && { database }),
    multipleStatements: true,
    rowsAsArray: true,
    // Values stay as they are on the wire.
    typeCast: (field) => field.buffer(),
  }).catch(() => null);
  if (server === null) return { fault: failure(NOT_REACHED, 'replay: the real server was not reached').error };
  server.on('error', () => lost(calls));
  for (const sql of calls.journal.statements()) {
    const fault = await faultOf(server.query(sql));
    if (fault === null) continue;
    server.destroy();
    return { fault };
  }
  return server;
};

async function make(
  calls: Calls,
  ...[{ operation, request }, correlation]: Parameters<PassThrough>
): Promise<StatementAnswer> {
  if (calls.journal.isLost()) return { results: [], error: LOST };
  calls.opened ??= open(calls);
  const server = await calls.opened;
  if ('fault' in server) {
    calls.opened = null;
    return { results: [], error: server.fault };
  }
  const { sql, parameters } = request as { sql: string; parameters: unknown[] }; // as answer-statement.ts made it
  const call = calls.noter.open(correlation);
  const values = parameters.map((value) => (typeof value === 'object' ? wireBytes(value) : value));
  const answer = await server.query(sql, values).then(
    ([rows, fields]): StatementAnswer => ({ results: resultsOf(rows, fields, calls.session.status), error: null }),
    (fault: unknown): StatementAnswer => ({ results: [], error: errorFields(fault) }),
  );
  // mysql2 tells only the command that was under way.
  if (answer.error === LOST) lost(calls);
  const response = answer.error === null ? responseOf(answer.results) : null;
  call.complete({ operation, request, response, error: answer.error });
  return answer;
}

function close(calls: Calls): void {
  // The call that opened the connection has answered with the fault.
  calls.opened?.then((server) => ('fault' in server ? undefined : server.destroy())).catch(() => {});
  calls.opened = null;
}

/** Of a statement without rows; null if it succeeded. */
const faultOf = (answer: Promise<unknown>): Promise<StatementAnswer['error']> => answer.then(() => null, errorFields);

function resultsOf(rows: unknown, fields: FieldPacket[] | undefined, status: number): Result[] {
  // Several statements have a list of fields each.
  const lists: unknown[] = fields ?? [];
  if (lists.some((list) => Array.isArray(list) || list === undefined))
    return (rows as unknown[]).map((one, at) => resultOf(one, lists[at] as FieldPacket[] | undefined, status)); // as mysql2 resolves
  return [resultOf(rows, fields, status)];
}

function resultOf(rows: unknown, fields: FieldPacket[] | undefined, status: number): Result {
  const none = { affectedRows: '0', insertId: '0', warnings: 0, status, info: '' };
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
  if (sqlMessage === undefined) return LOST;
  return { code: errno, sqlState, message: sqlMessage };
}
