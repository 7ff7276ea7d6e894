import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { type AgentCall, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import {
  type Bson,
  errorReply,
  isChangeStream,
  isSessionCommand,
  type MongoMessage,
  mongoBytes,
  mongoError,
  mongoOperation,
  mongoReply,
  mongoRequest,
} from './mongodb-command.ts';
import {
  connectionInName,
  helloInName,
  type MongoPool,
  type MongoServer,
  type MongoTopology,
} from './mongodb-in-name.ts';

/** The errors of `mongodb`. */
interface MongoErrors {
  MongoServerSelectionError: new (message: string, reason: object) => Error;
  [name: string]: unknown;
}

interface SelectOptions {
  session?: { transaction?: { server?: MongoServer } };
}

interface Response {
  toBytes(): Uint8Array;
}

interface ResponseType {
  make(bytes: Uint8Array): Response;
}

interface SendOptions {
  timeoutContext?: { csotEnabled(): boolean };
  signal?: AbortSignal;
}

type SendArguments = [message: MongoMessage, options: SendOptions, responseType?: ResponseType];
type Send = (this: object, ...args: SendArguments) => AsyncGenerator<Response>;

/** Errors of a connection, by name: they are made of a message. */
const CONNECTION_ERRORS = new Set(['MongoNetworkError', 'MongoNetworkTimeoutError']);

/** What the hook of mongodb knows of the driver. */
interface MongodbHook {
  Connection: { prototype: object };
  ConnectionPool: { prototype: object };
  Server: { prototype: object };
  Topology: { prototype: object };
  MongoDBResponse: ResponseType;
  errors: MongoErrors;
  bson: Bson;
  calls: Calls;
  warnings: Warnings;
  maxBodyBytes: number;
  targets: ReadonlyMap<string, string>;
  /** Servers that are connected in name only, with what connects them. */
  offline: WeakMap<object, () => void>;
  /** Connections in name only, with what checks out a real one. */
  inName: WeakMap<object, (options: SendOptions) => Promise<{ connection: object; done(): void }>>;
  /** Topologies in name only, as they were before. */
  unknown: WeakMap<object, MongoTopology['s']['description']>;
  /** The driver's own, once it is wrapped. */
  sendWire: Send;
}

/**
 * Observes and answers the commands of `mongodb` 6 and 7 where its connections send them. In a replay, servers are
 * selected and connections checked out in name only, so that sessions, transactions, cursors and errors are the
 * driver's own.
 */
export function hookMongodb(exports: unknown, options: LibraryOptions): void {
  // Imported as an ECMAScript module, the exports are not complete yet.
  const load = loaderOf(exports);
  if (load === null) return;
  const { Connection } = load('./cmap/connection');
  const { ConnectionPool } = load('./cmap/connection_pool');
  const { Server } = load('./sdam/server');
  const { Topology } = load('./sdam/topology');
  const { MongoDBResponse } = load('./cmap/wire_protocol/responses') as unknown as { MongoDBResponse: ResponseType };
  if (!Connection || !ConnectionPool || !Server || !Topology) return;
  const { calls, warnings, maxBodyBytes, targets } = options;
  const hook: MongodbHook = {
    Connection,
    ConnectionPool,
    Server,
    Topology,
    MongoDBResponse,
    errors: load('./error') as unknown as MongoErrors,
    bson: load('bson') as unknown as Bson,
    calls,
    warnings,
    maxBodyBytes,
    targets,
    offline: new WeakMap<object, () => void>(),
    inName: new WeakMap<object, (options: SendOptions) => Promise<{ connection: object; done(): void }>>(),
    unknown: new WeakMap<object, MongoTopology['s']['description']>(),
    sendWire: async function* () {},
  };
  connectServersInName(hook);
  selectServersInName(hook);
  checkOutInName(hook);
  wrapMethod(Connection.prototype, 'sendWire', (original) => observedSend(hook, original));
}

const isOffline = (hook: MongodbHook) => hook.warnings.guard('mongodb', () => hook.calls.isOffline(), false);

/** Forgets what was said in name only, and lets the monitors of the driver find out. */
function connectForReal(hook: MongodbHook, topology: MongoTopology): void {
  const before = hook.unknown.get(topology);
  if (!before) return;
  hook.unknown.delete(topology);
  topology.s.description = before;
  for (const [address, server] of topology.s.servers) {
    const connect = hook.offline.get(server);
    hook.offline.delete(server);
    server.s.description = before.servers.get(address) ?? server.s.description;
    connect?.();
  }
}

function connectServersInName(hook: MongodbHook): void {
  wrapMethod(hook.Server.prototype, 'connect', (connect) => {
    return function (this: object, ...args) {
      const server = this as MongoServer; // of mongodb
      const { monitor } = server;
      if (!monitor || server.s.state !== 'closed' || !isOffline(hook)) return connect.apply(this, args);
      const begin = monitor.connect;
      const { topology } = server;
      if (!hook.unknown.has(topology)) hook.unknown.set(topology, topology.s.description);
      hook.offline.set(this, () => begin.call(monitor));
      monitor.connect = () => {};
      connect.apply(this, args);
      monitor.connect = begin;
      // The topology knows the server once this returns.
      queueMicrotask(() => {
        if (server.s.state === 'connecting' && hook.offline.has(server))
          monitor.emit('serverHeartbeatSucceeded', { reply: helloInName(topology, server.description.address) });
      });
      return undefined;
    };
  });

  // Errors of a replay say nothing about the server.
  wrapMethod(
    hook.Server.prototype,
    'handleError',
    (handleError) =>
      function (this: object, ...args) {
        const [, connection] = args;
        if (typeof connection === 'object' && connection !== null && hook.inName.has(connection)) return undefined;
        return handleError.apply(this, args);
      },
  );
}

function selectServersInName(hook: MongodbHook): void {
  wrapMethod(
    hook.Topology.prototype,
    'selectServer',
    (selectServer) =>
      function (this: object, ...args) {
        const topology = this as MongoTopology; // of mongodb
        const { servers } = topology.s;
        if (servers.size === 0) return selectServer.apply(this, args);
        if (!isOffline(hook)) {
          connectForReal(hook, topology);
          return selectServer.apply(this, args);
        }
        const { session } = (args[1] ?? {}) as SelectOptions; // its second argument
        const all = [...servers.values()];
        const writable = all.find(({ description }) => description.isWritable);
        return Promise.resolve(session?.transaction?.server ?? writable ?? all[0]);
      },
  );
}

function checkOutInName(hook: MongodbHook): void {
  wrapMethod(
    hook.ConnectionPool.prototype,
    'ready',
    (ready) =>
      function (this: object, ...args) {
        return hook.offline.has((this as MongoPool).server) ? undefined : ready.apply(this, args);
      },
  );

  wrapMethod(
    hook.ConnectionPool.prototype,
    'checkOut',
    (checkOut) =>
      function (this: object, ...args) {
        const pool = this as MongoPool; // of mongodb
        if (!isOffline(hook)) return checkOut.apply(this, args);
        const made = connectionInName(hook.Connection.prototype, pool);
        EventEmitter.call(made as never); // the classes of the driver are emitters
        for (const event of ['commandStarted', 'commandSucceeded', 'commandFailed'])
          made.on(event, (given: unknown) => pool.emit(event, given));
        hook.inName.set(made, async (asked) => {
          connectForReal(hook, pool.server.topology);
          pool.ready();
          const connection = (await checkOut.call(pool, asked)) as object; // a connection
          return { connection, done: () => pool.checkIn(connection) };
        });
        return Promise.resolve(made);
      },
  );
}

async function* real(hook: MongodbHook, connection: object, args: SendArguments): AsyncGenerator<Response> {
  const checkOut = hook.inName.get(connection);
  if (!checkOut) return yield* hook.sendWire.apply(connection, args);
  const { connection: checkedOut, done } = await checkOut(args[1]);
  try {
    yield* hook.sendWire.apply(checkedOut, args);
  } finally {
    done();
  }
}

async function* observed(
  hook: MongodbHook,
  connection: object,
  args: SendArguments,
  call: OpenCall,
  described: AgentCall,
): AsyncGenerator<Response> {
  let isOver = false;
  const over = (work: () => void) => {
    if (!isOver) hook.warnings.guard('mongodb', work, undefined);
    isOver = true;
  };
  try {
    for await (const response of real(hook, connection, args)) {
      over(() => {
        const bytes = response.toBytes();
        if (bytes.length > hook.maxBodyBytes) return call.drop('reply too large');
        const reply = mongoReply(hook.bson, bytes);
        const error = mongoError(reply);
        call.note(described, error ? { error } : { response: reply });
      });
      yield response;
    }
  } catch (fault) {
    over(() => call.note(described, { error: errorMembers(fault) }));
    throw fault;
  } finally {
    over(() => call.drop(null));
  }
}

async function* answered(
  hook: MongodbHook,
  connection: object,
  args: SendArguments,
  call: OpenCall,
  described: AgentCall,
): AsyncGenerator<Response> {
  const answer = await call.ask(described);
  if (answer.kind === 'real') return yield* observed(hook, connection, args, call, described);
  if (answer.kind === 'refused') throw selectionError(hook, answer.failure);
  if (answer.kind === 'error' && CONNECTION_ERRORS.has(String(answer.error.name)))
    throw connectionError(hook, answer.error);
  const reply = answer.kind === 'error' ? errorReply(answer.error) : answer.response;
  const bytes = hook.warnings.guard('mongodb', () => mongoBytes(hook.bson, reply), null);
  if (bytes === null) throw selectionError(hook, new Error('the recorded call holds no reply of MongoDB'));
  yield responseOf(hook, args, bytes);
}

async function* local(hook: MongodbHook, args: SendArguments, command: string): AsyncGenerator<Response> {
  const hello = /^(?:hello|ismaster)$/i.test(command) ? helloInName(null, 'localhost') : {};
  yield responseOf(hook, args, hook.bson.serialize({ ...hello, ok: 1 }));
}

const responseOf = (hook: MongodbHook, [, , responseType]: SendArguments, bytes: Uint8Array): Response =>
  (responseType ?? hook.MongoDBResponse).make(bytes);

function observedSend(hook: MongodbHook, original: Method): Method {
  hook.sendWire = original as Send; // of mongodb
  return function (this: object, ...given) {
    const args = given as unknown as SendArguments; // its signature
    const [message, sending] = args;
    // Connections say `hello` by an older message, before they know their server.
    const [name = ''] = Object.keys(message.command ?? { hello: 1 });
    if (isSessionCommand(name))
      return hook.inName.has(this) ? local(hook, args, name) : hook.sendWire.apply(this, args);
    const call = isChangeStream(message.command) ? null : hook.warnings.guard('mongodb', () => hook.calls.open(), null);
    if (call === null) return real(hook, this, args);
    const described = hook.warnings.guard(
      'mongodb',
      (): AgentCall => ({
        kind: 'database',
        target: databaseTarget(hook.targets, {
          ...addressOf((this as { address: string }).address),
          database: message.databaseName,
        }),
        operation: mongoOperation(message.command),
        request: mongoRequest(hook.bson, message, sending.timeoutContext?.csotEnabled() === true),
      }),
      null,
    );
    if (described === null) {
      call.drop('command not readable');
      return real(hook, this, args);
    }
    return call.mode === 'note'
      ? observed(hook, this, args, call, described)
      : answered(hook, this, args, call, described);
  };
}

/** As the driver fails that finds no server. */
const selectionError = (hook: MongodbHook, failure: Error): Error =>
  new hook.errors.MongoServerSelectionError(failure.message, { error: failure });

function connectionError(hook: MongodbHook, { name, ...error }: CallError): Error {
  const known = hook.errors[String(name)] as new (message: string) => Error; // by CONNECTION_ERRORS
  return errorOf(error, (message) => new known(message));
}

/** Loads a file of the library that exports these members; null if it is bundled. */
function loaderOf(exports: unknown): ((path: string) => Record<string, { prototype: object } | undefined>) | null {
  const index = join(`${sep}mongodb`, 'lib', 'index.js');
  const loaded = Object.values(require.cache).filter((one) => one?.filename.endsWith(index));
  const main = loaded.find((one) => one?.exports === exports) ?? loaded[0];
  return main ? createRequire(main.filename) : null;
}

function addressOf(address: string): { host: string; port: string } {
  const at = address.lastIndexOf(':');
  return at === -1 ? { host: address, port: '27017' } : { host: address.slice(0, at), port: address.slice(at + 1) };
}
