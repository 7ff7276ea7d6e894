import { EventEmitter } from 'node:events';
import {
  AUTHENTICATED,
  BIND_COMPLETE,
  backendKey,
  CLOSE_COMPLETE,
  commandComplete,
  dataRow,
  EMPTY_QUERY,
  errorResponse,
  NO_DATA,
  PARSE_COMPLETE,
  parameterDescription,
  readyForQuery,
  rowDescription,
} from '../../proxies/postgres/server-messages.ts';
import { originals } from '../core/originals.ts';
import { isSessionStatement } from '../core/sql-operation.ts';
import type { PgStatement } from './pg-result.ts';

/** What a query is answered with. */
export type WireAnswer = RowsAnswer | { error: Readonly<Record<string, unknown>> };

interface RowsAnswer {
  statements: readonly PgStatement[];
  types: readonly number[];
}

/** A query that a connection has built and sends next. */
export interface PendingQuery {
  sql: string;
  answer(): Promise<WireAnswer>;
}

/** Object ids of PostgreSQL's own types with those of their arrays, which clients ask for when they connect. */
const ARRAYS = (
  '16:1000 17:1001 18:1002 19:1003 20:1016 21:1005 23:1007 25:1009 26:1028 114:199 142:143 650:651 700:1021 701:1022 ' +
  '790:791 829:1040 869:1041 1042:1014 1043:1015 1082:1182 1083:1183 1114:1115 1184:1185 1186:1187 1266:1270 1700:1231 ' +
  '2950:2951 3802:3807'
)
  .split(' ')
  .map((pair) => pair.split(':'));

/** Whether a type is an array of one of PostgreSQL's own types. */
export const isKnownArray = (type: number): boolean => ARRAYS.some(([, array]) => array === String(type));

const OID = 26;
const columnOf = (name: string) => ({
  name,
  tableID: 0,
  columnID: 0,
  dataTypeID: OID,
  dataTypeSize: 4,
  dataTypeModifier: -1,
  format: 'text',
});

/** The socket of a connection in name only: answers its messages in this process. */
export function postgresSocket(pid: number, pending: PendingQuery[]): EventEmitter {
  const socket = new EventEmitter();
  let isClosed = false;
  let isInTransaction = false;
  let current: WireAnswer | null = null;
  let work = Promise.resolve();
  const send = (...messages: Buffer[]) => {
    for (const message of messages) if (!isClosed) socket.emit('data', message);
  };

  async function begin(sql: string): Promise<WireAnswer> {
    const word = /^\s*(begin|start transaction|commit|end|rollback(?!\s+to)|prepare transaction)\b/i.exec(sql)?.[1];
    if (word) isInTransaction = /^(?:begin|start)/i.test(word);
    // Some statements of the library, such as of savepoints, are not announced.
    const next = pending[0]?.sql === sql ? pending.shift() : undefined;
    return next ? next.answer() : ownAnswer(sql);
  }

  async function handle(letter: string, body: Buffer): Promise<void> {
    if (letter === 'Q') {
      send(...simpleAnswer(await begin(textAt(body, 0))), readyForQuery(isInTransaction ? 'T' : 'I'));
    } else if (letter === 'P') {
      current = await begin(textAt(body, body.indexOf(0) + 1));
      send('error' in current ? errorResponse('E', current.error) : PARSE_COMPLETE);
    } else if (letter === 'S') {
      current = null;
      send(readyForQuery(isInTransaction ? 'T' : 'I'));
    } else if (current !== null && !('error' in current)) {
      send(...extendedAnswer(letter, current));
    } else if (letter === 'C') send(CLOSE_COMPLETE);
  }

  function close(hadError: boolean): void {
    if (isClosed) return;
    isClosed = true;
    Object.assign(socket, { readyState: 'closed' });
    originals.setImmediate(() => socket.emit('close', hadError));
  }

  const frontend = frontendMessages({
    begun: () => send(AUTHENTICATED, backendKey(pid, 0), readyForQuery('I')),
    message: (letter, body) => {
      work = work.then(() => handle(letter, body)).catch(() => close(true));
    },
  });
  return Object.assign(socket, {
    readyState: 'open',
    write: (chunk: Buffer, done?: () => void) => {
      frontend.add(chunk);
      // A server answers later than it is asked.
      originals.setImmediate(frontend.read);
      if (typeof done === 'function') originals.setImmediate(done);
      return true;
    },
    end: () => close(false),
    destroy: () => close(false),
    pause: () => {},
    resume: () => {},
  });
}

interface MessageEvents {
  /** The first message is there, which has no letter. */
  begun(): void;
  message(letter: string, body: Buffer): void;
}

/** Cuts what a client writes into messages. */
function frontendMessages({ begun, message }: MessageEvents) {
  let bytes: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return {
    add(chunk: Buffer): void {
      bytes = Buffer.concat([bytes, chunk]);
    },
    read(): void {
      if (!isStarted) {
        if (bytes.length < 4 || bytes.length < bytes.readInt32BE(0)) return;
        bytes = bytes.subarray(bytes.readInt32BE(0));
        isStarted = true;
        begun();
      }
      while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
        const end = bytes.readInt32BE(1) + 1;
        const letter = String.fromCharCode(bytes[0] ?? 0);
        const body = Buffer.from(bytes.subarray(5, end));
        bytes = bytes.subarray(end);
        message(letter, body);
      }
    },
  };
}

const textAt = (body: Buffer, from: number): string => body.toString('utf8', from, body.indexOf(0, from));

/** What the client asks by itself, and statements of a session; any other statement was not recorded. */
function ownAnswer(sql: string): WireAnswer {
  if (/pg_catalog\.pg_type\b[\s\S]*typarray/.test(sql)) {
    const fields = [columnOf('oid'), columnOf('typarray')];
    return { statements: [{ fields, rows: ARRAYS, tag: `SELECT ${ARRAYS.length}` }], types: [] };
  }
  return sessionAnswer(sql) ?? { error: { code: '0A000', message: 'replay: this statement is not recorded' } };
}

/** The answer to a statement of the session; null for any other. */
export function sessionAnswer(sql: string): WireAnswer | null {
  if (!isSessionStatement(sql) && !/^\s*(?:un)?listen\b/i.test(sql)) return null;
  const word = (/[a-z]+/i.exec(sql)?.[0] ?? 'SET').toUpperCase();
  if (word !== 'SELECT') return { statements: [{ fields: null, rows: [], tag: word }], types: [] };
  const field = { ...columnOf('?column?'), dataTypeID: 23 };
  return { statements: [{ fields: [field], rows: [['1']], tag: 'SELECT 1' }], types: [] };
}

const fieldsOf = (statement: PgStatement | undefined) =>
  (statement?.fields ?? []).map((field) => ({
    name: field.name,
    type: field.dataTypeID,
    table: field.tableID,
    column: field.columnID,
    size: field.dataTypeSize,
    modifier: field.dataTypeModifier,
    format: 'text' as const,
  }));

const describedBy = (statement: PgStatement | undefined): Buffer =>
  statement?.fields ? rowDescription(fieldsOf(statement), []) : NO_DATA;

function executed(statement: PgStatement | undefined): Buffer[] {
  const fields = fieldsOf(statement);
  return [
    ...(statement?.rows ?? []).map((row) => dataRow(row.map(textOf), fields, [])),
    statement?.tag ? commandComplete(statement.tag) : EMPTY_QUERY,
  ];
}

const textOf = (value: string | Uint8Array | null): string | null =>
  value === null || typeof value === 'string' ? value : Buffer.from(value).toString();

/** The answer to one message of the extended protocol about a statement that was parsed. */
function extendedAnswer(letter: string, { statements: [statement], types }: RowsAnswer): Buffer[] {
  if (letter === 'D') return [parameterDescription(types), describedBy(statement)];
  if (letter === 'B') return [BIND_COMPLETE];
  return letter === 'E' ? executed(statement) : [];
}

const simpleAnswer = (answer: WireAnswer): Buffer[] =>
  'error' in answer
    ? [errorResponse('E', answer.error)]
    : answer.statements.flatMap((statement) => [
        ...(statement.fields ? [describedBy(statement)] : []),
        ...executed(statement),
      ]);
