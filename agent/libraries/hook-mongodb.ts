import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { wrapMethod } from '../core/wrap-method.ts';
import type { LibraryOptions } from './library-options.ts';
import type { Bson } from './mongodb-command.ts';
import {
  connectionInName,
  helloInName,
  type MongoPool,
  type MongoServer,
  type MongoTopology,
} from './mongodb-in-name.ts';
import {
  type MongodbHook,
  type MongoErrors,
  observedSend,
  type ResponseType,
  type SendOptions,
} from './mongodb-send.ts';

interface SelectOptions {
  session?: { transaction?: { server?: MongoServer } };
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

/** Loads a file of the library that exports these members; null if it is bundled. */
function loaderOf(exports: unknown): ((path: string) => Record<string, { prototype: object } | undefined>) | null {
  const index = join(`${sep}mongodb`, 'lib', 'index.js');
  const loaded = Object.values(require.cache).filter((one) => one?.filename.endsWith(index));
  const main = loaded.find((one) => one?.exports === exports) ?? loaded[0];
  return main ? createRequire(main.filename) : null;
}
