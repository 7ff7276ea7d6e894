import { AsyncResource } from 'node:async_hooks';
import { sep } from 'node:path';
import { Duplex } from 'node:stream';
import type { AgentCall } from '../core/agent-call.ts';
import { jsonOfBytes } from '../core/json-value.ts';
import { originals } from '../core/originals.ts';
import { isSessionStatement, sqlOperation } from '../core/sql-operation.ts';
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

/** Observes and answers `mysql2` 3: connections, pools, text and prepared statements, callbacks, promises and streams. */
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

function hookConnection(Class: ConnectionClass, options: LibraryOptions): void {
  const { calls, warnings } = options;
  /** Connections that are open in name only, with their real connection once one is needed. */
  const offline = new WeakMap<object, MysqlConnection | null>();
  /** Answers of a connection arrive in the order of its commands. */
  const tails = new WeakMap<object, Promise<void>>();
  let threads = 0;
  let isConnecting = false;
  /** The prepare of the `execute` that runs; undefined outside of one. */
  let before: MysqlCommand | null | undefined;

  const owner = ownerOf(Class.prototype, 'addCommand');
  wrapMethod(
    owner,
    'execute',
    (execute) =>
      function (this: object, ...args) {
        before = null;
        try {
          return execute.apply(this, args);
        } finally {
          before = undefined;
        }
      },
  );
  wrapMethod(
    owner,
    'addCommand',
    (addCommand) =>
      function (this: object, ...args) {
        const command = args[0] as MysqlCommand; // of mysql2
        const connection = this as MysqlConnection; // of mysql2
        const name = command.constructor.name;
        const isOffline = () => warnings.guard('mysql2', () => calls.isOffline(), false);
        if (name === 'ClientHandshake') {
          if (isConnecting || !isOffline()) return addCommand.call(this, command);
          offline.set(this, null);
          warnings.guard('mysql2', () => connectInName(connection, command, ++threads), undefined);
          return command;
        }
        if (name === 'Prepare' && before === null) {
          before = command;
          return command;
        }
        if (name === 'Query' || (name === 'Execute' && before)) {
          const made = { command, before: name === 'Execute' ? (before ?? null) : null, isBinary: name === 'Execute' };
          if (warnings.guard('mysql2', () => begin(connection, addCommand, made), false)) return command;
          send(connection, addCommand, made);
          return command;
        }
        if (LOCAL.has(name) && (offline.has(this) || (name === 'Ping' && isOffline()))) {
          inOrder(connection, Promise.resolve(), () => {
            if (name === 'Quit') closeInName(connection, addCommand, command, offline.get(connection) ?? null);
            else command.onResult?.(name === 'Ping' ? undefined : null);
            command.emit('end');
          });
          return command;
        }
        send(connection, addCommand, { command, before: null, isBinary: false });
        return command;
      },
  );

  /** False if the statement is to be sent unobserved. */
  function begin(connection: MysqlConnection, addCommand: Method, made: MadeStatement): boolean {
    const { command, isBinary } = made;
    const call = calls.open();
    if (call === null) return false;
    const described = warnings.guard('mysql2', () => callOf(command, connection, isBinary, options), undefined);
    if (described === undefined) {
      call.drop('not read');
      return false;
    }
    bindResults(made);
    if (described === null) {
      call.drop(null);
      if (call.mode === 'note') return false;
      const packets = mysqlSessionAnswer(command.sql ?? '', isBinary);
      inOrder(connection, Promise.resolve(), () => answer(connection, made, packets, false));
      return true;
    }
    if (call.mode === 'note') {
      observe(made, call, described, options);
      return false;
    }
    const asked = call.ask(described);
    inOrder(connection, asked, (answered) => {
      if (answered.kind === 'real') {
        observe(made, call, described, options);
        send(connection, addCommand, made);
      } else settle(connection, made, answered);
    });
    return true;
  }

  function inOrder<T>(connection: MysqlConnection, coming: Promise<T>, work: (value: T) => void): void {
    const resource = new AsyncResource('mysql2');
    const tail = (tails.get(connection) ?? Promise.resolve()).then(async () => {
      const value = await coming;
      // As of a socket: what a callback throws is an uncaught exception.
      originals.setImmediate(() => resource.runInAsyncScope(work, undefined, value));
      await new Promise((resolve) => originals.setImmediate(() => resolve(undefined)));
    });
    tails.set(connection, tail);
  }

  /** Sends a command for real; a connection that is open in name only connects first. */
  function send(connection: MysqlConnection, addCommand: Method, { command, before: prepare }: MadeStatement): void {
    const target = offline.has(connection) ? realOf(connection) : connection;
    if (prepare) addCommand.call(target, prepare);
    addCommand.call(target, command);
  }

  function realOf(connection: MysqlConnection): MysqlConnection {
    const known = offline.get(connection);
    if (known) return known;
    isConnecting = true;
    try {
      const real = new Class({ config: connection.config });
      offline.set(connection, real);
      real.on('error', (fault) => {
        offline.set(connection, null);
        connection.emit('error', fault);
      });
      return real;
    } finally {
      isConnecting = false;
    }
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
