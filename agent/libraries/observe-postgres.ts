import { type AgentCall, type CallError, type CallOutcome, errorMembers } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import { sqlOperation } from '../core/sql-operation.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import {
  type Column,
  decodedRow,
  onBuilt,
  type Query,
  type QueryResult,
  queryResponse,
  type SentQuery,
  type Settings,
} from './postgres-query.ts';
import { isKnownArray, sessionAnswer } from './postgres-socket.ts';

/** A client of the application, as its recorded queries need it. */
export interface ObservedClient {
  settings: Settings;
  /** Columns whose names the client changes. */
  names: Map<string, string>;
  /** A raw row of a recorded query is read now. */
  isReadingRow: boolean;
  /** The application's transform of rows. */
  rowFrom: ((row: unknown) => unknown) | undefined;
}

/** Rows as the text of the wire. */
type Texts = (string | null)[][];

/** Names of an error's fields in `postgres`, and in recorded calls. */
const ERROR_NAMES: ReadonlyMap<string, string> = new Map([
  ['severity_local', 'severity'],
  ['severity', 'severityCode'],
  ['internal_position', 'internalPosition'],
  ['internal_query', 'internalQuery'],
  ['schema_name', 'schema'],
  ['table_name', 'table'],
  ['column_name', 'column'],
  ['data type_name', 'dataType'],
  ['constraint_name', 'constraint'],
  ...'code detail hint position where file line routine'.split(' ').map((name): [string, string] => [name, name]),
]);

/** The call of a query. */
export function callOf(
  { sql, parameters }: SentQuery,
  { settings }: ObservedClient,
  targets: LibraryOptions['targets'],
): AgentCall {
  const { host, port, database } = settings;
  return {
    kind: 'database',
    target: databaseTarget(targets, { host: host[0] ?? 'localhost', port: port[0] ?? 5432, database }),
    operation: sqlOperation(sql),
    request: { sql, parameters },
  };
}

/** Notes what comes of a query: it reads raw rows, which are parsed here as the library does. */
export function observeQuery(
  query: Query,
  call: OpenCall,
  client: ObservedClient,
  PostgresError: new (fields: object) => Error,
  { warnings, targets, maxBodyBytes }: LibraryOptions,
): void {
  const { resolve, reject, isRaw, forEachFn } = query;
  const { settings, rowFrom } = client;
  const asked: { isRaw: Query['isRaw']; forEachFn: Query['forEachFn'] } = { isRaw, forEachFn };
  let sent: SentQuery | null = null;
  let characters = 0;
  const streamed: Texts = [];
  onBuilt(query, settings, (built) => {
    sent ??= built;
  });
  const decode = (row: unknown, columns: readonly Column[], texts: Texts): unknown => {
    const read = decodedRow(row as (Uint8Array | null)[], columns, asked.isRaw, settings); // read as raw
    for (const text of read.texts) characters += text?.length ?? 0;
    if (characters <= maxBodyBytes) texts.push(read.texts);
    else texts.length = 0;
    return rowFrom ? rowFrom(read.row) : read.row;
  };
  Object.defineProperty(query, 'isRaw', {
    get: () => {
      client.isReadingRow = true;
      return true;
    },
    set: (value: Query['isRaw']) => {
      asked.isRaw = value;
    },
    configurable: true,
  });
  Object.defineProperty(query, 'forEachFn', {
    get: () => {
      const { forEachFn: each } = asked;
      return (
        each && ((row: unknown, result: unknown) => each(decode(row, query.statement?.columns ?? [], streamed), result))
      );
    },
    set: (value: Query['forEachFn']) => {
      asked.forEachFn = value;
    },
    configurable: true,
  });
  const note = (outcome: () => CallOutcome) =>
    warnings.guard(
      'postgres',
      () => {
        if (sent === null || isSession(sent.sql)) call.drop(null);
        else if (characters > maxBodyBytes) call.drop('result too large');
        else call.note(callOf(sent, client, targets), outcome());
      },
      undefined,
    );
  query.reject = (fault) => {
    note(() => ({ error: errorJson(fault, PostgresError) }));
    reject(fault);
  };
  query.resolve = (answer) => {
    if (!Array.isArray(answer)) {
      call.drop('cursor or COPY');
      return resolve(answer);
    }
    const results = ('command' in answer ? [answer] : answer) as QueryResult[]; // several statements: a list of them
    const read: { result: QueryResult; texts: Texts }[] = [];
    try {
      for (const result of results) {
        const texts: Texts = [];
        for (const [at, row] of result.entries()) result[at] = decode(row, result.columns ?? [], texts);
        read.push({ result, texts: asked.forEachFn ? streamed : texts });
      }
    } catch (fault) {
      // A parser of the application failed.
      call.drop('result not read');
      return reject(fault);
    }
    if (results.some(({ columns }) => columns?.some(isOwnArray))) call.drop('array of an own type');
    else note(() => ({ response: queryResponse(read, client.names) }));
    resolve(answer);
  };
}

function errorJson(fault: unknown, PostgresError: new (fields: object) => Error): CallError {
  if (!(fault instanceof PostgresError)) return errorMembers(fault);
  // In the order of the server, which is that of the error's members in a replay.
  const named = Object.entries(fault).flatMap(([own, value]) => {
    const name = ERROR_NAMES.get(own);
    return name === undefined ? [] : [[name, value]];
  });
  return { message: fault.message, ...Object.fromEntries(named) };
}
const isSession = (sql: string): boolean => sessionAnswer(sql) !== null;

/** The client learns such types from its server. */
const isOwnArray = ({ parser, type }: Column): boolean => parser?.array === true && !isKnownArray(type);
