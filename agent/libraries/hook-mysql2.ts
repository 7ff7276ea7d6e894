import { AsyncResource } from 'node:async_hooks';
import { sep } from 'node:path';
import { Duplex } from 'node:stream';
import type { AgentCall } from '../core/agent-call.ts';
import type { Calls } from '../core/calls.ts';
import { jsonOfBytes } from '../core/json-value.ts';
import { originals } from '../core/originals.ts';
import { isSessionStatement, sqlOperation } from '../core/sql-operation.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import { ANSWERING_SERVER, mysqlParameter, mysqlSessionAnswer } from './mysql-result.ts';
import {
  answer,
  bindResults,
  type MadeStatement,
  type MysqlCommand,
  type MysqlConnection,
  observe,
  settle,
} from './mysql2-statement.ts';

type ConnectionClass = (new (options: { config: unknown }) => MysqlConnection) & { prototype: object };

/** Commands that a connection answers by itself while it has no server. */
const LOCAL = new Set(['Ping', 'ResetConnection', 'ChangeUser', 'Quit']);

/**
 * Observes and answers `mysql2` 3: connections, pools, text and prepared statements, callbacks, promises and streams.
 */
export function hookMysql2(exports: unknown, options: LibraryOptions): void {
  for (const Class of classesOf(exports, 'Connection')) hookConnection(Class as ConnectionClass, options);
  for (const Class of classesOf(exports, 'Pool'))
    wrapMethod(ownerOf(Class.prototype, 'getConnection'), 'getConnection', bindCallback);
}

/** The class of the callback API, which `mysql2/promise` does not export. */
function classesOf(exports: unknown, name: 'Connection' | 'Pool'): { prototype: object }[] {
  const file = `${sep}node_modules${sep}mysql2${sep}lib${sep}${name.toLowerCase()}.js`;
  const loaded = Object.values(require.cache).filter((module) => module?.filename.endsWith(file));
  const own = (exports as Record<string, unknown>)[name]; // of mysql2
  return [own, ...loaded.map((module) => module?.exports)].filter(
    (one): one is { prototype: object } => typeof one === 'function',
  );
}

/** The prototype that has a method as its own. */
function ownerOf(prototype: object, name: string): object {
  let owner: object | null = prototype;
  while (owner !== null && !Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
  return owner ?? prototype;
}

/** A pool calls back in the context of whatever released its connection. */
const bindCallback = (getConnection: Method): Method =>
  function (this: object, ...args) {
    const [callback, ...others] = args;
    return typeof callback === 'function'
      ? getConnection.call(this, AsyncResource.bind(callback as () => void), ...others)
      : getConnection.apply(this, args);
  };

/** What the hook of mysql2 knows of its connections. */
interface ConnectionHook {
  Class: ConnectionClass;
  options: LibraryOptions;
  calls: Calls;
  warnings: Warnings;
  /** Connections that are open in name only, with their real connection once one is needed. */
  offline: WeakMap<object, MysqlConnection | null>;
  /** Answers of a connection arrive in the order of its commands. */
  tails: WeakMap<object, Promise<void>>;
  threads: number;
  isConnecting: boolean;
  /** The prepare of the `execute` that runs; undefined outside of one. */
  before: MysqlCommand | null | undefined;
}

function hookConnection(Class: ConnectionClass, options: LibraryOptions): void {
  const { calls, warnings } = options;
  const hook: ConnectionHook = {
    Class,
    options,
    calls,
    warnings,
    offline: new WeakMap<object, MysqlConnection | null>(),
    tails: new WeakMap<object, Promise<void>>(),
    threads: 0,
    isConnecting: false,
    before: undefined,
  };
  const owner = ownerOf(Class.prototype, 'addCommand');
  wrapMethod(owner, 'execute', (execute) => executing(hook, execute));
  wrapMethod(owner, 'addCommand', (addCommand) => addingCommand(hook, addCommand));
}

function executing(hook: ConnectionHook, execute: Method): Method {
  return function (this: object, ...args) {
    hook.before = null;
    try {
      return execute.apply(this, args);
    } finally {
      hook.before = undefined;
    }
  };
}

function addingCommand(hook: ConnectionHook, addCommand: Method): Method {
  return function (this: object, ...args) {
    const command = args[0] as MysqlCommand; // of mysql2
    const connection = this as MysqlConnection; // of mysql2
    const name = command.constructor.name;
    if (name === 'ClientHandshake') return connecting(hook, connection, addCommand, command);
    if (name === 'Prepare' && hook.before === null) hook.before = command;
    else if (name === 'Query' || (name === 'Execute' && hook.before)) {
      const made = { command, before: name === 'Execute' ? (hook.before ?? null) : null, isBinary: name === 'Execute' };
      if (!hook.warnings.guard('mysql2', () => begin(hook, connection, addCommand, made), false))
        send(hook, connection, addCommand, made);
    } else if (LOCAL.has(name) && (hook.offline.has(this) || (name === 'Ping' && isOffline(hook))))
      inOrder(hook, connection, Promise.resolve(), () => answerLocally(hook, connection, addCommand, command));
    else send(hook, connection, addCommand, { command, before: null, isBinary: false });
    return command;
  };
}

const isOffline = (hook: ConnectionHook) => hook.warnings.guard('mysql2', () => hook.calls.isOffline(), false);

/** Lets a connection be open in name only while replays are answered. */
function connecting(
  hook: ConnectionHook,
  connection: MysqlConnection,
  addCommand: Method,
  handshake: MysqlCommand,
): unknown {
  if (hook.isConnecting || !isOffline(hook)) return addCommand.call(connection, handshake);
  hook.offline.set(connection, null);
  hook.warnings.guard('mysql2', () => connectInName(connection, handshake, ++hook.threads), undefined);
  return handshake;
}

/** Answers a command that a connection answers by itself while it has no server. */
function answerLocally(
  hook: ConnectionHook,
  connection: MysqlConnection,
  addCommand: Method,
  command: MysqlCommand,
): void {
  const name = command.constructor.name;
  if (name === 'Quit') closeInName(connection, addCommand, command, hook.offline.get(connection) ?? null);
  else command.onResult?.(name === 'Ping' ? undefined : null);
  command.emit('end');
}

/** False if the statement is to be sent unobserved. */
function begin(hook: ConnectionHook, connection: MysqlConnection, addCommand: Method, made: MadeStatement): boolean {
  const { command, isBinary } = made;
  const call = hook.calls.open();
  if (call === null) return false;
  const described = hook.warnings.guard('mysql2', () => callOf(command, connection, isBinary, hook.options), undefined);
  if (described === undefined) {
    call.drop('not read');
    return false;
  }
  bindResults(made);
  if (described === null) {
    call.drop(null);
    if (call.mode === 'note') return false;
    const packets = mysqlSessionAnswer(command.sql ?? '', isBinary);
    inOrder(hook, connection, Promise.resolve(), () => answer(connection, made, packets, false));
    return true;
  }
  if (call.mode === 'note') {
    observe(made, call, described, hook.options);
    return false;
  }
  const asked = call.ask(described);
  inOrder(hook, connection, asked, (answered) => {
    if (answered.kind === 'real') {
      observe(made, call, described, hook.options);
      send(hook, connection, addCommand, made);
    } else settle(connection, made, answered);
  });
  return true;
}

function inOrder<T>(
  hook: ConnectionHook,
  connection: MysqlConnection,
  coming: Promise<T>,
  work: (value: T) => void,
): void {
  const resource = new AsyncResource('mysql2');
  const tail = (hook.tails.get(connection) ?? Promise.resolve()).then(async () => {
    const value = await coming;
    // As of a socket: what a callback throws is an uncaught exception.
    originals.setImmediate(() => resource.runInAsyncScope(work, undefined, value));
    await new Promise((resolve) => originals.setImmediate(() => resolve(undefined)));
  });
  hook.tails.set(connection, tail);
}

/** Sends a command for real; a connection that is open in name only connects first. */
function send(
  hook: ConnectionHook,
  connection: MysqlConnection,
  addCommand: Method,
  { command, before: prepare }: MadeStatement,
): void {
  const target = hook.offline.has(connection) ? realOf(hook, connection) : connection;
  if (prepare) addCommand.call(target, prepare);
  addCommand.call(target, command);
}

function realOf(hook: ConnectionHook, connection: MysqlConnection): MysqlConnection {
  const known = hook.offline.get(connection);
  if (known) return known;
  hook.isConnecting = true;
  try {
    const real = new hook.Class({ config: connection.config });
    hook.offline.set(connection, real);
    real.on('error', (fault) => {
      hook.offline.set(connection, null);
      connection.emit('error', fault);
    });
    return real;
  } finally {
    hook.isConnecting = false;
  }
}

/** Ends the connection that its constructor has begun, and lets it be open without one. */
function connectInName(connection: MysqlConnection, handshake: MysqlCommand, threadId: number): void {
  const { stream } = connection;
  for (const event of ['error', 'data', 'end', 'close', 'connect']) stream.removeAllListeners(event);
  stream.on('error', () => {});
  stream.destroy();
  const idle = new Duplex({ read: () => {}, write: (_chunk, _encoding, done) => done() });
  // As of a socket.
  for (const name of ['setKeepAlive', 'setNoDelay', 'setTimeout', 'ref', 'unref'])
    Object.defineProperty(idle, name, { value: () => idle });
  connection.stream = idle;
  process.nextTick(() => {
    handshake.handshake = { ...ANSWERING_SERVER, connectionId: threadId, serverVersion: '8.0.0' };
    handshake.emit('end');
  });
}

function closeInName(
  connection: MysqlConnection,
  addCommand: Method,
  quit: MysqlCommand,
  real: MysqlConnection | null,
): void {
  connection._closing = true;
  if (real) addCommand.call(real, quit);
  else quit.onResult?.();
  connection.stream.destroy();
  connection.emit('end');
}

/** The call of a statement; null for statements of the session, which are not calls. */
function callOf(
  { sql = '', values }: MysqlCommand,
  connection: MysqlConnection,
  isBinary: boolean,
  { targets }: LibraryOptions,
): AgentCall | null {
  if (isSessionStatement(sql)) return null;
  const { host = 'localhost', port = 3306, database } = connection.config;
  // `query` has written its values into the statement.
  const parameters = isBinary && Array.isArray(values) ? values : [];
  return {
    kind: 'database',
    target: databaseTarget(targets, { host, port, database }),
    operation: sqlOperation(sql),
    request: {
      sql,
      parameters: parameters.map((value) =>
        value instanceof Uint8Array ? jsonOfBytes(value) : mysqlParameter(value, (one) => connection.escape(one)),
      ),
    },
  };
}
