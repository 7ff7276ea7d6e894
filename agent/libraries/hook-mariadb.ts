import { AsyncResource } from 'node:async_hooks';
import { sep } from 'node:path';
import { STATUS } from '../../proxies/mysql/capabilities.ts';
import type { AgentCall } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import { exchanges } from '../core/exchange.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import type { LibraryOptions } from './library-options.ts';
import { type MariadbCommand, readMariadbAnswer } from './mariadb-command.ts';
import {
  answer,
  CONNECTED,
  callOf,
  connectInName,
  errorOfServer,
  type MariadbConnection,
  type PacketClass,
  settle,
} from './mariadb-statement.ts';
import { mysqlSessionPayloads } from './mysql-result.ts';

/** Classes that the package does not export. */
interface Classes {
  Connection: (new (options: object) => MariadbConnection) & { prototype: object };
  Execute: new (resolve: unknown, reject: unknown, opts: object, cmdParam: object, prepare: null) => MariadbCommand;
  Packet: PacketClass;
}

/** Statements about the server, which its clients ask once: they belong to no request. */
const FACT = /^\s*select\s+version\(\)\s*;?\s*$/i;
/** Commands that a connection answers by itself while it has no server. */
const LOCAL = new Set(['Ping', 'Reset', 'ChangeUser']);

/** Observes and answers `mariadb` 3.4: connections and pools, `query`, `execute`, streams, promises and callbacks. */
export function hookMariadb(_exports: unknown, options: LibraryOptions): void {
  const file = `${sep}node_modules${sep}mariadb${sep}lib${sep}connection.js`;
  for (const path of Object.keys(require.cache).filter((one) => one.endsWith(file))) {
    const folder = path.slice(0, -'connection.js'.length);
    const [Connection, Execute, Packet, Pool] = ['connection', 'cmd/execute', 'io/packet-node-encoded', 'pool'].map(
      (name) => require.cache[`${folder}${name.replaceAll('/', sep)}.js`]?.exports,
    );
    if (!Connection || !Execute || !Packet || !Pool) continue;
    hookConnection({ Connection, Execute, Packet }, options);
    wrapMethod(Pool.prototype, 'getConnection', bindCallbacks);
  }
}

/** A pool calls back in the context of whatever released its connection. */
const bindCallbacks = (method: Method): Method =>
  function (this: object, ...args) {
    return method.apply(
      this,
      args.map((one) => (typeof one === 'function' ? AsyncResource.bind(one as () => void) : one)),
    );
  };

/** What the hook of mariadb knows of its connections. */
interface ConnectionHook {
  Connection: (new (options: object) => MariadbConnection) & { prototype: object };
  Execute: new (resolve: unknown, reject: unknown, opts: object, cmdParam: object, prepare: null) => MariadbCommand;
  Packet: PacketClass;
  options: LibraryOptions;
  calls: Calls;
  warnings: Warnings;
  /** Connections that are open in name only, with their real connection once one is needed. */
  offline: WeakMap<object, Promise<MariadbConnection> | null>;
  reals: WeakSet<object>;
  /** Answers of a connection arrive in the order of its commands. */
  tails: WeakMap<object, Promise<void>>;
  /** Executions by their parameters: the command that is to be observed is made later, out of their context. */
  executions: WeakMap<object, (command: MariadbCommand) => void>;
  connectReal: Method;
  threads: number;
}

function hookConnection({ Connection, Execute, Packet }: Classes, options: LibraryOptions): void {
  const { calls, warnings } = options;
  const hook: ConnectionHook = {
    Connection,
    Execute,
    Packet,
    options,
    calls,
    warnings,
    offline: new WeakMap<object, Promise<MariadbConnection> | null>(),
    reals: new WeakSet<object>(),
    tails: new WeakMap<object, Promise<void>>(),
    executions: new WeakMap<object, (command: MariadbCommand) => void>(),
    connectReal: () => {},
    threads: 0,
  };
  wrapMethod(Connection.prototype, 'connect', (connect) => connecting(hook, connect));
  for (const name of ['addCommandEnable', 'addCommandEnablePipeline'])
    wrapMethod(Connection.prototype, name, (addCommand) => addingCommand(hook, addCommand));
  wrapMethod(Connection.prototype, 'prepareExecute', (execute) => preparing(hook, execute));
  // It asks the status of a server, and sends nothing outside of a transaction.
  wrapMethod(Connection.prototype, 'changeTransaction', (change) => changingTransaction(hook, change));
  wrapMethod(Connection.prototype, 'end', (end) => ending(hook, end));
}

const isOffline = (hook: ConnectionHook) => hook.warnings.guard('mariadb', () => hook.calls.isOffline(), false);

function connecting(hook: ConnectionHook, connect: Method): Method {
  hook.connectReal = connect;
  return function (this: object, ...args) {
    if (hook.reals.has(this) || !isOffline(hook)) return connect.apply(this, args);
    hook.offline.set(this, null);
    connectInName(this as MariadbConnection, ++hook.threads); // of mariadb
    return Promise.resolve(this);
  };
}

function addingCommand(hook: ConnectionHook, addCommand: Method): Method {
  return function (this: object, ...args) {
    const [command, expectsResponse] = args as [MariadbCommand, boolean]; // of mariadb
    const connection = this as MariadbConnection; // of mariadb
    const send = () => sendCommand(hook, connection, addCommand, command, expectsResponse);
    if (hook.reals.has(this) || connection.status !== CONNECTED) return addCommand.apply(this, args);
    const type = command.constructor.name;
    if (LOCAL.has(type) && (hook.offline.has(this) || (type === 'Ping' && isOffline(hook))))
      return inOrder(hook, connection, Promise.resolve(), () => command.successEnd(type === 'Ping' ? null : undefined));
    if (type === 'Execute') hook.executions.get(command.cmdParam)?.(command);
    const isStatement = type === 'Query' || type === 'Stream';
    if (!isStatement || !begin(hook, connection, command, false, send)) send();
  };
}

function preparing(hook: ConnectionHook, execute: Method): Method {
  return function (this: object, ...args) {
    const connection = this as MariadbConnection; // of mariadb
    const [cmdParam, resolve, reject] = args as [{ sql?: unknown }, unknown, unknown]; // of mariadb
    const real = () => execute.apply(this, args);
    if (hook.reals.has(this) || connection.status !== CONNECTED || typeof cmdParam.sql !== 'string') return real();
    const command = new hook.Execute(resolve, reject, connection.opts, cmdParam, null);
    const send = () => execute.call(this, cmdParam, command.resolve, command.reject);
    if (!begin(hook, connection, command, true, send)) real();
  };
}

function changingTransaction(hook: ConnectionHook, change: Method): Method {
  return function (this: object, ...args) {
    const { info } = this as MariadbConnection; // of mariadb
    const [cmdParam, resolve] = args as [object, () => void]; // of mariadb
    if (hook.reals.has(this) || !(hook.offline.has(this) || isOffline(hook))) return change.apply(this, args);
    if (((info.status ?? 0) & STATUS.IN_TRANSACTION) === 0) return resolve();
    return (this as MariadbConnection).query(cmdParam, resolve, args[2]);
  };
}

function ending(hook: ConnectionHook, end: Method): Method {
  return function (this: object, ...args) {
    hook.offline
      .get(this)
      ?.then((real) =>
        real.end(
          {},
          () => {},
          () => {},
        ),
      )
      .catch(() => {}); // It never connected.
    return end.apply(this, args);
  };
}

/** False if the statement is to be sent unobserved. */
function begin(
  hook: ConnectionHook,
  connection: MariadbConnection,
  command: MariadbCommand,
  isBinary: boolean,
  send: () => void,
): boolean {
  const call = hook.warnings.guard(
    'mariadb',
    () => (FACT.test(command.sql) ? exchanges.exit(() => hook.calls.open()) : hook.calls.open()),
    null,
  );
  if (call === null) return false;
  const described = hook.warnings.guard('mariadb', () => callOf(command, connection, hook.options), undefined);
  if (described === undefined || (described === null && call.mode === 'note')) {
    call.drop(described === null ? null : 'not read');
    return false;
  }
  if (command.resolve) command.resolve = AsyncResource.bind(command.resolve);
  if (command.reject) command.reject = AsyncResource.bind(command.reject);
  if (described === null) {
    call.drop(null);
    inOrder(hook, connection, Promise.resolve(), () =>
      answer(hook.Packet, connection, command, mysqlSessionPayloads(command.sql, isBinary), false),
    );
  } else if (call.mode === 'note') {
    observe(hook, command, isBinary, call, described);
    send();
  } else
    inOrder(hook, connection, call.ask(described), (answered) => {
      if (answered.kind !== 'real') return settle(hook.Packet, connection, command, isBinary, answered);
      observe(hook, command, isBinary, call, described);
      send();
    });
  return true;
}

/** Notes how a statement ends that is made for real. */
function observe(
  hook: ConnectionHook,
  command: MariadbCommand,
  isBinary: boolean,
  call: OpenCall,
  described: AgentCall,
): void {
  let reading: ReturnType<typeof readMariadbAnswer> | null = null;
  const read = (sent: MariadbCommand) => {
    reading = readMariadbAnswer(sent, isBinary, hook.options.maxBodyBytes);
  };
  if (isBinary) hook.executions.set(command.cmdParam, read);
  else read(command);
  const { resolve, reject } = command;
  const note = (work: () => void) => hook.warnings.guard('mariadb', work, undefined);
  command.resolve = (value) => {
    note(() => {
      if (reading === null || reading.leftOut !== null) call.drop(reading?.leftOut ?? 'not read');
      else call.note(described, { response: reading.response() });
    });
    resolve?.(value);
  };
  command.reject = (fault) => {
    note(() => call.note(described, { error: errorOfServer(fault, isBinary ? command.displaySql() : null) }));
    reject?.(fault);
  };
}

function inOrder<T>(
  hook: ConnectionHook,
  connection: MariadbConnection,
  coming: Promise<T>,
  work: (value: T) => void,
): void {
  const bound = AsyncResource.bind(work);
  const tail = (hook.tails.get(connection) ?? Promise.resolve()).then(async () => bound(await coming));
  hook.tails.set(
    connection,
    tail.catch((fault: unknown) => {
      connection.emit('error', fault);
    }),
  );
}

function sendCommand(
  hook: ConnectionHook,
  connection: MariadbConnection,
  addCommand: Method,
  command: MariadbCommand,
  expectsResponse: boolean,
): void {
  if (!hook.offline.has(connection)) {
    addCommand.call(connection, command, expectsResponse);
    return;
  }
  // There is no statement to close where none was prepared.
  if (!expectsResponse && !hook.offline.get(connection)) return;
  realOf(hook, connection).then(
    (real) => {
      command.once('end', () => {
        connection.info.status = real.info.status;
      });
      real.addCommand(command, expectsResponse);
    },
    (fault: unknown) => command.throwError(fault, connection.info),
  );
}

function realOf(hook: ConnectionHook, connection: MariadbConnection): Promise<MariadbConnection> {
  const known = hook.offline.get(connection);
  if (known) return known;
  // Without the listeners of the other connection.
  const { _events, _eventsCount, _maxListeners, ...own } = connection.opts as Record<string, unknown>; // an emitter
  const real = new hook.Connection(own);
  hook.reals.add(real);
  real.on('error', () => hook.offline.set(connection, null));
  const connected = Promise.resolve(hook.connectReal.call(real)).then(() => real);
  hook.offline.set(connection, connected);
  connected.catch(() => {
    hook.offline.set(connection, null);
  });
  return connected;
}
