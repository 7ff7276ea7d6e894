import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { type AgentCall, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import { wrapMethod } from '../core/wrap-method.ts';
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
  const errors = load('./error') as unknown as MongoErrors;
  const bson = load('bson') as unknown as Bson;
  if (!Connection || !ConnectionPool || !Server || !Topology) return;
  const { calls, warnings, maxBodyBytes, targets } = options;
  const isOffline = () => warnings.guard('mongodb', () => calls.isOffline(), false);
  /** Servers that are connected in name only, with what connects them. */
  const offline = new WeakMap<object, () => void>();
  /** Connections in name only, with what checks out a real one. */
  const inName = new WeakMap<object, (options: SendOptions) => Promise<{ connection: object; done(): void }>>();

  /** Topologies in name only, as they were before. */
  const unknown = new WeakMap<object, MongoTopology['s']['description']>();

  /** Forgets what was said in name only, and lets the monitors of the driver find out. */
  function connectForReal(topology: MongoTopology): void {
    const before = unknown.get(topology);
    if (!before) return;
    unknown.delete(topology);
    topology.s.description = before;
    for (const [address, server] of topology.s.servers) {
      const connect = offline.get(server);
      offline.delete(server);
      server.s.description = before.servers.get(address) ?? server.s.description;
      connect?.();
    }
  }

  wrapMethod(Server.prototype, 'connect', (connect) => {
    return function (this: object, ...args) {
      const server = this as MongoServer; // of mongodb
      const { monitor } = server;
      if (!monitor || server.s.state !== 'closed' || !isOffline()) return connect.apply(this, args);
      const begin = monitor.connect;
      const { topology } = server;
      if (!unknown.has(topology)) unknown.set(topology, topology.s.description);
      offline.set(this, () => begin.call(monitor));
      monitor.connect = () => {};
      connect.apply(this, args);
      monitor.connect = begin;
      // The topology knows the server once this returns.
      queueMicrotask(() => {
        if (server.s.state === 'connecting' && offline.has(server))
          monitor.emit('serverHeartbeatSucceeded', { reply: helloInName(topology, server.description.address) });
      });
      return undefined;
    };
  });

  // Errors of a replay say nothing about the server.
  wrapMethod(
    Server.prototype,
    'handleError',
    (handleError) =>
      function (this: object, ...args) {
        const [, connection] = args;
        if (typeof connection === 'object' && connection !== null && inName.has(connection)) return undefined;
        return handleError.apply(this, args);
      },
  );

  wrapMethod(
    Topology.prototype,
    'selectServer',
    (selectServer) =>
      function (this: object, ...args) {
        const topology = this as MongoTopology; // of mongodb
        const { servers } = topology.s;
        if (servers.size === 0) return selectServer.apply(this, args);
        if (!isOffline()) {
          connectForReal(topology);
          return selectServer.apply(this, args);
        }
        const { session } = (args[1] ?? {}) as SelectOptions; // its second argument
        const all = [...servers.values()];
        const writable = all.find(({ description }) => description.isWritable);
        return Promise.resolve(session?.transaction?.server ?? writable ?? all[0]);
      },
  );

  wrapMethod(
    ConnectionPool.prototype,
    'ready',
    (ready) =>
      function (this: object, ...args) {
        return offline.has((this as MongoPool).server) ? undefined : ready.apply(this, args);
      },
  );

  wrapMethod(
    ConnectionPool.prototype,
    'checkOut',
    (checkOut) =>
      function (this: object, ...args) {
        const pool = this as MongoPool; // of mongodb
        if (!isOffline()) return checkOut.apply(this, args);
        const made = connectionInName(Connection.prototype, pool);
        EventEmitter.call(made as never); // the classes of the driver are emitters
        for (const event of ['commandStarted', 'commandSucceeded', 'commandFailed'])
          made.on(event, (given: unknown) => pool.emit(event, given));
        inName.set(made, async (asked) => {
          connectForReal(pool.server.topology);
          pool.ready();
          const connection = (await checkOut.call(pool, asked)) as object; // a connection
          return { connection, done: () => pool.checkIn(connection) };
        });
        return Promise.resolve(made);
      },
  );

  wrapMethod(Connection.prototype, 'sendWire', (original) => {
    const sendWire = original as Send; // of mongodb

    async function* real(connection: object, args: SendArguments): AsyncGenerator<Response> {
      const checkOut = inName.get(connection);
      if (!checkOut) return yield* sendWire.apply(connection, args);
      const { connection: checkedOut, done } = await checkOut(args[1]);
      try {
        yield* sendWire.apply(checkedOut, args);
      } finally {
        done();
      }
    }

    async function* observed(
      connection: object,
      args: SendArguments,
      call: OpenCall,
      described: AgentCall,
    ): AsyncGenerator<Response> {
      let isOver = false;
      const over = (work: () => void) => {
        if (!isOver) warnings.guard('mongodb', work, undefined);
        isOver = true;
      };
      try {
        for await (const response of real(connection, args)) {
          over(() => {
            const bytes = response.toBytes();
            if (bytes.length > maxBodyBytes) return call.drop('reply too large');
            const reply = mongoReply(bson, bytes);
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
      connection: object,
      args: SendArguments,
      call: OpenCall,
      described: AgentCall,
    ): AsyncGenerator<Response> {
      const answer = await call.ask(described);
      if (answer.kind === 'real') return yield* observed(connection, args, call, described);
      if (answer.kind === 'refused') throw selectionError(answer.failure);
      if (answer.kind === 'error' && CONNECTION_ERRORS.has(String(answer.error.name)))
        throw connectionError(answer.error);
      const reply = answer.kind === 'error' ? errorReply(answer.error) : answer.response;
      const bytes = warnings.guard('mongodb', () => mongoBytes(bson, reply), null);
      if (bytes === null) throw selectionError(new Error('the recorded call holds no reply of MongoDB'));
      yield responseOf(args, bytes);
    }

    async function* local(args: SendArguments, command: string): AsyncGenerator<Response> {
      const hello = /^(?:hello|ismaster)$/i.test(command) ? helloInName(null, 'localhost') : {};
      yield responseOf(args, bson.serialize({ ...hello, ok: 1 }));
    }

    const responseOf = ([, , responseType]: SendArguments, bytes: Uint8Array): Response =>
      (responseType ?? MongoDBResponse).make(bytes);

    return function (this: object, ...given) {
      const args = given as unknown as SendArguments; // its signature
      const [message, sending] = args;
      // Connections say `hello` by an older message, before they know their server.
      const [name = ''] = Object.keys(message.command ?? { hello: 1 });
      if (isSessionCommand(name)) return inName.has(this) ? local(args, name) : sendWire.apply(this, args);
      const call = isChangeStream(message.command) ? null : warnings.guard('mongodb', () => calls.open(), null);
      if (call === null) return real(this, args);
      const described = warnings.guard(
        'mongodb',
        (): AgentCall => ({
          kind: 'database',
          target: databaseTarget(targets, {
            ...addressOf((this as { address: string }).address),
            database: message.databaseName,
          }),
          operation: mongoOperation(message.command),
          request: mongoRequest(bson, message, sending.timeoutContext?.csotEnabled() === true),
        }),
        null,
      );
      if (described === null) {
        call.drop('command not readable');
        return real(this, args);
      }
      return call.mode === 'note' ? observed(this, args, call, described) : answered(this, args, call, described);
    };
  });

  /** As the driver fails that finds no server. */
  const selectionError = (failure: Error): Error =>
    new errors.MongoServerSelectionError(failure.message, { error: failure });

  function connectionError({ name, ...error }: CallError): Error {
    const known = errors[String(name)] as new (message: string) => Error; // by CONNECTION_ERRORS
    return errorOf(error, (message) => new known(message));
  }
}

/** Loads a file of the library that exports these members; null if it is bundled. */
function loaderOf(exports: unknown): ((path: string) => Record<string, { prototype: object } | undefined>) | null {
  const index = join(`${sep}mongodb`, 'lib', 'index.js');
  const modules = Object.values(require.cache).filter((module) => module?.filename.endsWith(index));
  const module = modules.find((one) => one?.exports === exports) ?? modules[0];
  return module ? createRequire(module.filename) : null;
}

function addressOf(address: string): { host: string; port: string } {
  const at = address.lastIndexOf(':');
  return at === -1 ? { host: address, port: '27017' } : { host: address.slice(0, at), port: address.slice(at + 1) };
}
