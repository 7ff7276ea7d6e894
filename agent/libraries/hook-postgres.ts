import { errorOf } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import type { LibraryOptions } from './library-options.ts';
import { callOf, type ObservedClient, observeQuery } from './observe-postgres.ts';
import { pgStatements } from './pg-result.ts';
import { onBuilt, parameterTypes, type Query, type SentQuery, type Settings } from './postgres-query.ts';
import { type PendingQuery, postgresSocket, sessionAnswer, type WireAnswer } from './postgres-socket.ts';

/** The tagged template of `postgres` 3, of a client, a transaction or a reserved connection. */
interface Sql {
  unsafe(text: string): Query;
  options: Settings;
  end(options?: unknown): Promise<unknown>;
}

type Postgres = ((options: unknown) => Sql) & { PostgresError: new (fields: object) => Error };

/** A client of the application. */
interface Client extends ObservedClient {
  /** Sends a query by the pool to the real server. */
  send: Query['handler'];
  /** The same client without a server, from the first call that needs none on. */
  offline: Offline | null;
}

interface Offline {
  sql: Sql;
  /** Queries that each connection has built, by its process id. */
  connections: Map<number, PendingQuery[]>;
  send: Query['handler'];
}

/** Columns with changed names that are remembered. */
const MAX_NAMES = 10_000;

/** What the hook of postgres knows of its clients. */
interface PostgresHook {
  options: LibraryOptions;
  postgres: Postgres;
  calls: Calls;
  warnings: Warnings;
  targets: ReadonlyMap<string, string>;
  clients: WeakMap<(query: Query) => unknown, Client>;
  offlineHandlers: WeakSet<(query: Query) => unknown>;
  pid: number;
}

/**
 * Observes and answers the queries of `postgres` 3; returns the function to export instead.
 *
 * Queries are observed where they are handed to their pool, because one connection carries those of many requests. A
 * recorded query reads raw rows, which the hook parses as the library does: that works behind TLS and leaves
 * connections as they are. A query in a replay is sent by a second client of the same settings, whose socket answers in
 * this process: results, errors, transactions and `listen` are then the library's own.
 */
export function hookPostgres(exports: unknown, options: LibraryOptions): unknown {
  const { calls, warnings, targets } = options;
  const hook: PostgresHook = {
    options,
    postgres: exports as Postgres,
    calls,
    warnings,
    targets,
    clients: new WeakMap<Query['handler'], Client>(),
    offlineHandlers: new WeakSet<Query['handler']>(),
    pid: 0,
  };
  const holder = { postgres: hook.postgres };
  wrapMethod(
    holder,
    'postgres',
    (create) =>
      function (this: object, ...args) {
        const sql = create.apply(this, args) as Sql; // of this function
        hook.warnings.guard('postgres', () => adopt(hook, sql), undefined);
        return sql;
      },
  );
  return holder.postgres;
}

function adopt(hook: PostgresHook, sql: Sql): void {
  const first = sql.unsafe('');
  const { options: settings } = sql;
  if (settings.connection && 'replication' in settings.connection) return;
  const { column, row } = settings.transform;
  const { from: nameFrom } = column;
  const { from: rowFrom } = row;
  const client: Client = {
    settings,
    send: first.handler,
    offline: null,
    names: new Map(),
    isReadingRow: false,
    rowFrom,
  };
  if (nameFrom)
    column.from = (name) => {
      const changed = nameFrom(name);
      if (client.names.size < MAX_NAMES) client.names.set(String(changed), String(name));
      return changed;
    };
  if (rowFrom)
    row.from = (value) => {
      const isRaw = client.isReadingRow;
      client.isReadingRow = false;
      return isRaw ? value : rowFrom(value);
    };
  wrapMethod(Object.getPrototypeOf(first), 'handle', (handle) => observedHandle(hook, handle));
  adoptScope(hook, sql, client, true);
  wrapMethod(
    sql,
    'end',
    (end) =>
      async function (this: object, ...args) {
        const [ended] = await Promise.all([end.apply(this, args), client.offline?.sql.end({ timeout: 0 })]);
        return ended;
      },
  );
}

/** Knows the queries of a client, of its transactions and of its reserved connections. */
function adoptScope(hook: PostgresHook, scope: unknown, client: Client, isPool: boolean, isOffline = false): void {
  const sql = scope as Sql; // what `postgres` and its methods hand out
  const { handler } = sql.unsafe('');
  hook.clients.set(handler, client);
  if (isOffline) hook.offlineHandlers.add(handler);
  const adoptInner = (inner: unknown, inOffline: boolean) =>
    hook.warnings.guard('postgres', () => adoptScope(hook, inner, client, false, inOffline), undefined);
  for (const name of ['begin', 'savepoint', 'reserve', 'listen'])
    wrapMethod(
      sql,
      name,
      (own) =>
        function (this: object, ...args) {
          const offline = isPool
            ? hook.warnings.guard('postgres', () => (hook.calls.isOffline() ? offlineOf(hook, client).sql : null), null)
            : null;
          const inOffline = isOffline || offline !== null;
          const at = name === 'listen' ? -1 : args.findLastIndex((one) => typeof one === 'function');
          const given = args[at];
          const observed = [...args];
          if (typeof given === 'function')
            observed[at] = (inner: unknown) => {
              adoptInner(inner, inOffline);
              return given(inner);
            };
          const other = (offline as unknown as Record<string, unknown> | null)?.[name]; // the same methods
          const result = typeof other === 'function' ? other(...observed) : own.apply(this, observed);
          if (name !== 'reserve') return result;
          return Promise.resolve(result).then((inner) => {
            adoptInner(inner, inOffline);
            return inner;
          });
        },
    );
}

function observedHandle(hook: PostgresHook, handle: Method): Method {
  return function (this: object) {
    const query = this as Query; // of its prototype
    const client = hook.clients.get(query.handler);
    if (client === undefined || query.executed) return handle.call(this);
    const call = hook.warnings.guard('postgres', () => hook.calls.open(), null);
    if (query.cursorFn || query.cursorRows || query.onlyDescribe || query.streaming) call?.drop('cursor or COPY');
    else if (call !== null)
      hook.warnings.guard(
        'postgres',
        () => (call.mode === 'note' ? observe(hook, query, call, client) : ask(hook, query, call, client)),
        undefined,
      );
    return handle.call(this);
  };
}

function offlineOf(hook: PostgresHook, client: Client): Offline {
  if (client.offline) return client.offline;
  const connections: Offline['connections'] = new Map();
  const sql = hook.postgres({
    ...client.settings,
    ...{ ssl: false, prepare: false, no_subscribe: true, target_session_attrs: null },
    ...{ idle_timeout: null, connect_timeout: null, max_lifetime: null, keep_alive: null },
    socket: () => {
      const pending: PendingQuery[] = [];
      connections.set(++hook.pid, pending);
      return postgresSocket(hook.pid, pending);
    },
  });
  client.offline = { sql, connections, send: sql.unsafe('').handler };
  adoptScope(hook, sql, client, false, true);
  return client.offline;
}

function observe(hook: PostgresHook, query: Query, call: OpenCall, client: Client): void {
  observeQuery(query, call, client, hook.postgres.PostgresError, hook.options);
}

function ask(hook: PostgresHook, query: Query, call: OpenCall, client: Client): void {
  const offline = offlineOf(hook, client);
  if (!hook.offlineHandlers.has(query.handler)) query.handler = offline.send;
  onBuilt(query, client.settings, (sent) =>
    offline.connections
      .get(query.state?.pid ?? 0)
      ?.push({ sql: sent.sql, answer: () => answerTo(hook, query, sent, call, client) }),
  );
}

async function answerTo(
  hook: PostgresHook,
  query: Query,
  sent: SentQuery,
  call: OpenCall,
  client: Client,
): Promise<WireAnswer> {
  const session = sessionAnswer(sent.sql);
  if (session) {
    call.drop(null);
    return session;
  }
  const answered = await call.ask(callOf(sent, client, hook.targets));
  if (answered.kind === 'response')
    return { statements: pgStatements(answered.response), types: parameterTypes(answered.response) };
  if (answered.kind === 'error' && 'severity' in answered.error) return { error: answered.error };
  const { resolve, reject } = query;
  query.reject = (fault) => {
    if (answered.kind === 'error') return reject(errorOf(answered.error));
    if (answered.kind === 'refused') return reject(answered.failure);
    // The query leaves its connection in name only, and is made for real.
    Object.assign(query, { resolve, reject, parameters: undefined });
    Object.defineProperty(query, 'statement', { value: null, writable: true, configurable: true, enumerable: true });
    hook.warnings.guard('postgres', () => observe(hook, query, call, client), undefined);
    client.send(query);
    return fault;
  };
  return { error: { code: '0A000', message: 'replay: not answered' } };
}
