import { AsyncResource } from 'node:async_hooks';
import type { Duplex } from 'node:stream';
import { errorPayload } from '../../proxies/mysql/server-packets.ts';
import { type AgentCall, type CallAnswer, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import type { LibraryOptions } from './library-options.ts';
import { ANSWERING_SERVER, mysqlAnswer, mysqlPackets, mysqlReader } from './mysql-result.ts';

/** A connection of `mysql2` 3. */
export interface MysqlConnection extends NodeJS.EventEmitter {
  config: { host?: string; port?: number; database?: string };
  stream: Duplex;
  packetParser: { constructor: unknown };
  _closing?: boolean;
  _mariadbExtendedMetadata?: boolean;
  escape(value: unknown): string;
}

interface Packet {
  buffer: Buffer;
  start: number;
  end: number;
}

/** A command of `mysql2` 3. */
export interface MysqlCommand extends NodeJS.EventEmitter {
  sql?: string;
  values?: unknown;
  statement?: unknown;
  onResult?: (fault?: unknown, ...results: unknown[]) => void;
  execute(packet: Packet | null, connection: object): boolean;
  resultsetHeader?: unknown;
  next: unknown;
  timeout?: unknown;
  options?: unknown;
  _queryOptions?: object;
  _executeOptions?: object;
  _connection?: object;
  handshake?: object;
}

/** A statement with what has to be sent before it: `execute` prepares. */
export interface MadeStatement {
  command: MysqlCommand;
  before: MysqlCommand | null;
  isBinary: boolean;
}

const ERROR_MEMBERS = 'name code errno sqlState sqlMessage fatal syscall address port'.split(' ');

/** Results arrive in the context of the statement, and not in that of its connection. */
export function bindResults({ command, before }: MadeStatement): void {
  for (const one of [command, before]) if (one?.onResult) one.onResult = AsyncResource.bind(one.onResult);
  const resource = new AsyncResource('mysql2');
  const { execute } = command;
  command.execute = (packet, connection) => resource.runInAsyncScope(execute, command, packet, connection);
}

/** Notes how a statement ends that is made for real. */
export function observe(
  { command, before, isBinary }: MadeStatement,
  call: OpenCall,
  described: AgentCall,
  { maxBodyBytes, warnings }: LibraryOptions,
): void {
  let isOver = false;
  const over = (work: () => void) => {
    if (isOver) return;
    isOver = true;
    warnings.guard('mysql2', work, undefined);
  };
  const read = mysqlReader(isBinary, maxBodyBytes, ({ leftOut, response, error }) =>
    over(() => {
      if (leftOut !== null) call.drop(leftOut);
      else call.note(described, error ? { error: { ...error } } : { response });
    }),
  );
  const { execute } = command;
  command.execute = (packet, connection) => {
    if (packet && !isOver)
      warnings.guard(
        'mysql2',
        () =>
          read(
            packet.buffer.subarray(packet.start + 4, packet.end),
            (connection as MysqlConnection)._mariadbExtendedMetadata === true,
          ),
        undefined,
      );
    return execute.call(command, packet, connection);
  };
  for (const one of [command, before]) {
    const { onResult } = one ?? {};
    if (!one || !onResult) continue;
    one.onResult = (fault, ...results) => {
      if (fault) over(() => call.note(described, { error: errorOfServer(fault) }));
      return onResult.call(one, fault, ...results);
    };
  }
  command.once('end', () => over(() => call.drop('not read')));
}

/** An error as the packet of a server says it, else with the members of the library. */
function errorOfServer(fault: unknown): CallError {
  const { errno, sqlState, sqlMessage, ...others } = errorMembers(fault, ERROR_MEMBERS);
  if (typeof errno === 'number' && typeof sqlMessage === 'string')
    return { code: errno, sqlState, message: sqlMessage };
  return { ...others, ...(errno !== undefined && { errno }) };
}

/** Ends a statement as the service answered it. */
export function settle(
  connection: MysqlConnection,
  made: MadeStatement,
  answered: Exclude<CallAnswer, { kind: 'real' }>,
): void {
  if (answered.kind === 'refused') {
    fail(made, answered.failure);
    return;
  }
  if (answered.kind === 'error') {
    const { error } = answered;
    if (typeof error.code === 'number') answer(connection, made, mysqlPackets([errorPayload(error)]), false);
    else fail(made, errorOf(error));
    return;
  }
  let packets: ReturnType<typeof mysqlAnswer> = null;
  try {
    packets = mysqlAnswer(answered.response, made.isBinary);
  } catch {
    // A value that is not of its column's type.
  }
  if (packets) answer(connection, made, packets.packets, packets.isExtended);
  else fail(made, new Error('the recorded or configured response is not a MySQL result'));
}

function fail({ command }: MadeStatement, fault: Error): void {
  if (command.onResult) command.onResult(fault);
  else command.emit('error', fault);
  command.emit('end');
}

/**
 * Gives a statement its result by the packets that a server sends, so that the connection's own types and modes apply.
 */
export function answer(
  connection: MysqlConnection,
  { command }: MadeStatement,
  packets: Buffer,
  isExtended: boolean,
): void {
  const client: object = Object.create(connection, {
    _handshakePacket: { value: ANSWERING_SERVER },
    _mariadbExtendedMetadata: { value: isExtended },
    serverEncoding: { value: 'utf8' },
  });
  const { queryOptions } = connection.config.constructor as { queryOptions?: (...args: unknown[]) => unknown };
  const own = command._queryOptions ?? command._executeOptions;
  command.options = queryOptions?.(connection.config, own) ?? { ...connection.config, ...own };
  command._connection = connection;
  // It ends by its answer, which is there.
  command.timeout = undefined;
  command.next = command.resultsetHeader;
  // The class is not exported.
  const Parser = connection.packetParser.constructor as new (
    onPacket: (packet: Packet) => void,
  ) => { execute(bytes: Buffer): void };
  new Parser((packet) => command.execute(packet, client)).execute(packets);
}
