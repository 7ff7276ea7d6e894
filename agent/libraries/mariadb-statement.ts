import { Duplex } from 'node:stream';
import { STATUS } from '../../proxies/mysql/capabilities.ts';
import { errorPayload } from '../../proxies/mysql/server-packets.ts';
import { type AgentCall, type CallAnswer, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import { jsonOfBytes, membersOf } from '../core/json-value.ts';
import { isSessionStatement, sqlOperation } from '../core/sql-operation.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import type { MariadbCommand, MariadbInfo, MariadbPacket } from './mariadb-command.ts';
import { mysqlParameter, mysqlPayloads } from './mysql-result.ts';

/** A connection of `mariadb` 3.4. */
export interface MariadbConnection extends NodeJS.EventEmitter {
  opts: { host?: string; port?: number; database?: string };
  info: MariadbInfo;
  status: number;
  socket: Duplex | undefined;
  streamOut: { setStream(socket: Duplex): void };
  waitingAuthenticationQueue: unknown;
  addCommand(command: MariadbCommand, expectsResponse: boolean): void;
  addCommandEnable(command: MariadbCommand, expectsResponse: boolean): void;
  query(cmdParam: object, resolve: unknown, reject: unknown): void;
  end(cmdParam: object, resolve: () => void, reject: () => void): void;
  escape(value: unknown): string;
}

/** The class of packets, which the package does not export. */
export type PacketClass = new (encoding: string) => { update(bytes: Buffer, from: number, to: number): MariadbPacket };

/** `Status.CONNECTED` of the package. */
export const CONNECTED = 5;
const EXTENDED_METADATA = 1n << 35n;
const SESSION_STATE_CHANGED = 1 << 14;
const ERROR_MEMBERS = 'name code errno sqlState sqlMessage sql fatal syscall address port'.split(' ');

/** Ends a statement as the service answered it. */
export function settle(
  Packet: PacketClass,
  connection: MariadbConnection,
  command: MariadbCommand,
  isBinary: boolean,
  answered: Exclude<CallAnswer, { kind: 'real' }>,
): void {
  const { info } = connection;
  if (answered.kind === 'refused') {
    const { host, port } = connection.opts;
    command.throwError(Object.assign(answered.failure, { address: host, port }), info);
    return;
  }
  if (answered.kind === 'error') {
    const { isPreparing, ...error } = answered.error;
    const { debugLen = Number.POSITIVE_INFINITY } = command.opts;
    // The message of such an error shows no parameters.
    if (isPreparing === true)
      command.displaySql = () => (command.sql.length > debugLen ? `${command.sql.slice(0, debugLen)}...` : command.sql);
    if (typeof error.code === 'number') answer(Packet, connection, command, [errorPayload(error)], false);
    else command.throwError(errorOf(error), info);
    return;
  }
  let read: ReturnType<typeof mysqlPayloads> = null;
  try {
    read = mysqlPayloads(withoutTracking(answered.response), isBinary);
  } catch {
    // A value that is not of its column's type.
  }
  if (read) answer(Packet, connection, command, read.payloads, read.isExtended);
  else command.throwError(new Error('the recorded or configured response is not a MySQL result'), info);
}

/**
 * Gives a statement its result by the packets that a server sends, so that the connection's own types and modes apply.
 */
export function answer(
  Packet: PacketClass,
  connection: MariadbConnection,
  command: MariadbCommand,
  payloads: readonly Buffer[],
  isExtended: boolean,
): void {
  const info: MariadbInfo = Object.create(connection.info, {
    eofDeprecated: { value: false },
    serverPermitSkipMeta: { value: false },
    clientCapabilities: { value: isExtended ? EXTENDED_METADATA : 0n },
    redirectRequest: { value: null },
    status: { value: connection.info.status, writable: true },
  });
  command.onPacketReceive = command.readResponsePacket;
  for (const payload of payloads)
    command.onPacketReceive?.(new Packet('utf8').update(payload, 0, payload.length), null, connection.opts, info);
  connection.info.status = info.status;
}

/** Lets a connection be open without a server. */
export function connectInName(connection: MariadbConnection, threadId: number): void {
  const socket = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  // As the package extends its sockets.
  for (const name of ['ref', 'unref', 'writeBuf', 'flush'])
    Object.defineProperty(socket, name, { value: () => socket });
  connection.socket = socket;
  connection.streamOut.setStream(socket);
  const version = { raw: '10.11.0-MariaDB', mariaDb: true, major: 10, minor: 11, patch: 0 };
  Object.assign(connection.info, { threadId, serverVersion: version, status: STATUS.AUTOCOMMIT });
  connection.status = CONNECTED;
  connection.addCommand = connection.addCommandEnable;
  connection.waitingAuthenticationQueue = null;
}

/** The call of a statement; null for statements of the session, which are not calls. */
export function callOf(
  { sql, initialValues }: MariadbCommand,
  connection: MariadbConnection,
  { targets }: LibraryOptions,
): AgentCall | null {
  if (isSessionStatement(sql)) return null;
  const { host = 'localhost', port = 3306, database } = connection.opts;
  const parameter = (value: unknown) => {
    if (value instanceof Uint8Array) return jsonOfBytes(value);
    if (typeof value === 'object' && value !== null && 'pipe' in value) throw new Error('a stream is not read');
    return mysqlParameter(value, (one) => connection.escape(one));
  };
  const isNamed =
    typeof initialValues === 'object' &&
    initialValues !== null &&
    Object.getPrototypeOf(initialValues) === Object.prototype;
  let parameters: unknown[] = [];
  if (Array.isArray(initialValues)) parameters = initialValues.map(parameter);
  else if (isNamed) parameters = Object.entries(initialValues).map(([name, value]) => ({ [name]: parameter(value) }));
  else if (initialValues !== undefined) parameters = [parameter(initialValues)];
  return {
    kind: 'database',
    target: databaseTarget(targets, { host, port, database }),
    operation: sqlOperation(sql),
    request: { sql, parameters },
  };
}

/**
 * An error as the packet of a server says it, else with the members of the library. `shownSql` is what an error of an
 * execution shows: one of its preparation, which shows less, is marked.
 */
export function errorOfServer(fault: unknown, shownSql: string | null): CallError {
  const { errno, sqlState, sqlMessage, sql, ...others } = errorMembers(fault, ERROR_MEMBERS);
  const isPreparing = shownSql !== null && typeof sql === 'string' && sql !== shownSql;
  if (typeof errno === 'number' && typeof sqlMessage === 'string')
    return { code: errno, sqlState, message: sqlMessage, ...(isPreparing && { isPreparing }) };
  return { ...others, ...(errno !== undefined && { errno }) };
}

/** What the server said about changes of its session is not recorded, so its flag must not announce it. */
function withoutTracking(response: unknown): object {
  const { status, more, ...others } = membersOf(response);
  return {
    ...others,
    ...(typeof status === 'number' && { status: status & ~SESSION_STATE_CHANGED }),
    ...(Array.isArray(more) && { more: more.map(withoutTracking) }),
  };
}
