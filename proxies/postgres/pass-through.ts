import type pg from 'pg';
import type { DownstreamOptions } from '../downstream.ts';
import { type SessionEffect, type SessionJournal, sessionJournal } from '../sql/session-journal.ts';
import type { CallNoter } from '../wire/open-call.ts';
import { wireBytes, wireValue } from '../wire/wire-value.ts';
import { failure, type PassThrough, type StatementAnswer } from './answer-statement.ts';
import { ERROR_LETTERS } from './messages.ts';
import { POSTGRES_PORT } from './reach-postgres.ts';
import { type Result, responseOf } from './result.ts';
import { serverTls } from './server-tls.ts';

/** Makes calls of one mocked connection for real, where the application allows that. */
export interface RealCalls {
  make: PassThrough;
  /** Takes a statement of the client's session; resolves with the error of the real server, null if there is none. */
  inSession(sql: string, effect: SessionEffect): Promise<StatementAnswer['error']>;
  close(): void;
}

const LOST = { severity: 'ERROR', code: '08006', message: 'replay: the real server did not answer' };

/** Values stay as they are on the wire. */
const AS_THEY_ARE = { getTypeParser: () => (value: string) => value };

/** The connection to the real server, and what it has to run first. */
interface Calls {
  url: URL;
  noter: CallNoter;
  client: Readonly<Record<string, string>>;
  opened: Promise<pg.Client | Fault> | null;
  journal: SessionJournal;
}

/**
 * Makes calls by a connection of its own, which is opened with the first one. It takes user and password from the url,
 * and user and database from the client where the url has none: the client's password is unknown. It runs what the
 * client's session did so far (settings, an open transaction) at its start, and session statements from then on.
 */
export function realCalls(
  { url }: Pick<DownstreamOptions, 'url'>,
  noter: CallNoter,
  client: Readonly<Record<string, string>>,
): RealCalls {
  const calls: Calls = { url, noter, client, opened: null, journal: sessionJournal() };
  return {
    make: (call, correlation) => make(calls, call, correlation),
    inSession: async (sql, effect) => {
      if (!calls.journal.note(sql, effect)) return LOST;
      const server = await calls.opened;
      return server && !('fault' in server) ? faultOf(server.query(sql)) : null;
    },
    close: () => {
      calls.opened?.then((server) => ('fault' in server ? undefined : end(server))).catch(() => {});
    },
  };
}

async function open(calls: Calls): Promise<pg.Client | Fault> {
  // Loaded with the first such call: most replays have none.
  const { default: driver } = await import('pg');
  const isPlain = (calls.url.searchParams.get('sslmode') ?? 'disable') === 'disable';
  const { options, fault } = await serverTls(calls.url);
  if (!isPlain && fault !== null) return notReached(fault);
  const server = new driver.Client({
    host: calls.url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1',
    port: Number(calls.url.port) || POSTGRES_PORT,
    user: decodeURIComponent(calls.url.username) || calls.client.user,
    password: decodeURIComponent(calls.url.password),
    database: decodeURIComponent(calls.url.pathname.slice(1)) || calls.client.database || calls.client.user,
    ssl: isPlain || options === null ? false : options,
    options: calls.client.options,
  });
  server.on('error', () => {
    calls.opened = null;
    calls.journal.lose();
  });
  const isReached = await server.connect().then(
    () => true,
    () => false,
  );
  if (!isReached) return notReached('the real server was not reached');
  for (const sql of [...settingsOf(calls.client), ...calls.journal.statements()]) {
    const refused = await faultOf(server.query(sql));
    if (refused === null) continue;
    end(server);
    return { fault: refused };
  }
  return server;
}

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
  call.complete({ operation, request, response, error: answer.error });
  return answer;
}

/** Why there can be no connection. */
interface Fault {
  fault: StatementAnswer['error'];
}

const notReached = (why: string): Fault => ({ fault: failure('08006', `replay: ${why}`).error });

/** Members of a client's start that are not settings to repeat; calls are made in UTF-8. */
const NO_SETTINGS = /^(?:user|database|replication|client_encoding|options|_pq_\..*)$/i;

/** Statements for the settings with which a client started: poolers take few of them when a connection starts. */
const settingsOf = (client: Readonly<Record<string, string>>): string[] =>
  Object.entries(client)
    .filter(([name]) => !NO_SETTINGS.test(name))
    .map((setting) => `SELECT set_config(${setting.map(quoted).join(', ')}, false)`);

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A connection that does not end properly ends all the same. */
const end = (server: pg.Client): void => {
  server.end().catch(() => {});
};

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

/** Of a statement without rows; null if it succeeded. */
const faultOf = (answer: Promise<unknown>): Promise<StatementAnswer['error']> =>
  answer.then(
    () => null,
    (fault: unknown) => errorFields(fault),
  );

/** Fields of the server's error; a fault of the connection has none. */
function errorFields(fault: unknown): Record<string, unknown> {
  if (!(fault instanceof Error) || !('severity' in fault)) return LOST;
  const given = new Map<string, unknown>(Object.entries(fault));
  return {
    message: fault.message,
    ...Object.fromEntries(
      [...ERROR_LETTERS.keys()].flatMap((name) => (given.get(name) === undefined ? [] : [[name, given.get(name)]])),
    ),
  };
}
