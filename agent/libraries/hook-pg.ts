import { AsyncResource } from 'node:async_hooks';
import { type CallAnswer, type CallError, errorOf } from '../core/agent-call.ts';
import type { Calls } from '../core/calls.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import type { LibraryOptions } from './library-options.ts';
import { callOf, observe, type Pg, type PgClient, type PgQuery } from './observe-pg.ts';
import { type PgStatement, pgStatements } from './pg-result.ts';

/** What the hook of pg knows of its clients. */
interface PgHook {
  options: LibraryOptions;
  pg: Pg;
  calls: Calls;
  warnings: Warnings;
  Query: new (...args: unknown[]) => PgQuery;
  /** Clients that are connected in name only, with their real connection once one is needed. */
  offline: WeakMap<object, Promise<void> | null>;
  connectReal: Method | null;
}

/** Observes and answers the queries of `pg` 8: clients, pools, callbacks, promises and query objects. */
export function hookPg(exports: unknown, options: LibraryOptions): void {
  const pg = exports as Pg;
  const { calls, warnings } = options;
  const { Query } = pg.Client;
  const hook: PgHook = {
    options,
    pg,
    calls,
    warnings,
    Query,
    offline: new WeakMap<object, Promise<void> | null>(),
    connectReal: null,
  };
  wrapMethod(hook.pg.Client.prototype, 'connect', (connect) => connecting(hook, connect));
  wrapMethod(hook.pg.Client.prototype, 'query', (query) => querying(hook, query));
  // Pools ref and unref a client each time; a socket that is never opened keeps a listener for each of them.
  for (const name of ['ref', 'unref'])
    wrapMethod(hook.pg.Client.prototype, name, (original) => referring(hook, original));
  const pools = [hook.pg.Pool.prototype, Object.getPrototypeOf(hook.pg.Pool.prototype)];
  for (const pool of pools) if (Object.hasOwn(pool, 'connect')) wrapMethod(pool, 'connect', bindCallback);
}

function connecting(hook: PgHook, connect: Method): Method {
  hook.connectReal = connect;
  return function (this: object, ...args) {
    if (!hook.warnings.guard('pg', () => hook.calls.isOffline(), false)) return connect.apply(this, args);
    hook.offline.set(this, null);
    const client = this as unknown as PgClient; // a pg client
    // Some pools end a client by its socket, and wait for its `end`.
    client.connection.stream?.once('close', () => hook.offline.has(this) && client.emit('end'));
    const [callback] = args;
    process.nextTick(() => client.emit('connect'));
    if (typeof callback !== 'function') return Promise.resolve(this);
    process.nextTick(callback, null, this);
    return undefined;
  };
}

function querying(hook: PgHook, query: Method): Method {
  return function (this: object, ...args) {
    const [config] = args;
    const call = isObservable(config, hook.Query) ? hook.warnings.guard('pg', () => hook.calls.open(), null) : null;
    const client = this as unknown as PgClient; // a pg client
    if (call === null) {
      if (!hook.offline.has(this) || config == null) return query.apply(this, args);
      const { query: unobserved, result: own } = isObservable(config, hook.Query)
        ? queryOf(hook.Query, args)
        : { query: config as PgQuery, result: config }; // a cursor or a stream
      send(hook, this, query, unobserved);
      return own;
    }
    const { query: made, result } = queryOf(hook.Query, args);
    const described = callOf(made, client, hook.pg, hook.options);
    if (described === null) call.drop(null);
    if (call.mode === 'note') {
      if (described) observe(made, call, described, hook.options);
      send(hook, this, query, made);
    } else if (described === null) answer(made, client, sessionResult(made.text ?? ''));
    else
      void call.ask(described).then((answered) => {
        if (answered.kind === 'real') {
          observe(made, call, described, hook.options);
          send(hook, this, query, made);
        } else settle(hook, made, client, answered);
      });
    return result;
  };
}

/** Answers a query as it was recorded, or fails it. */
function settle(hook: PgHook, made: PgQuery, client: PgClient, answered: Exclude<CallAnswer, { kind: 'real' }>): void {
  if (answered.kind === 'response') {
    answer(made, client, pgStatements(answered.response));
    return;
  }
  const fault = answered.kind === 'error' ? databaseError(hook.pg, answered.error) : refusal(answered.failure, client);
  made.handleError(fault, client.connection);
}

function referring(hook: PgHook, original: Method): Method {
  return function (this: object, ...args) {
    return hook.offline.has(this) ? undefined : original.apply(this, args);
  };
}

/** Connects a client that was connected in name only; a failure is that of the library. */
function whenReal<T>(hook: PgHook, client: object, work: () => T): Promise<T> {
  const known = hook.offline.get(client);
  const connected =
    known ??
    Promise.resolve(hook.connectReal?.call(client))
      .then(() => hook.offline.delete(client))
      .then(() => {});
  if (!known) {
    hook.offline.set(client, connected);
    connected.catch(() => hook.offline.set(client, null));
  }
  return connected.then(work);
}

function send(hook: PgHook, client: object, query: Method, made: PgQuery): void {
  if (!hook.offline.has(client)) query.call(client, made);
  else
    whenReal(hook, client, () => query.call(client, made)).catch((fault: unknown) =>
      made.handleError(fault, (client as PgClient).connection),
    );
}

/** A pool calls back in the context of whatever released its client. */
const bindCallback = (connect: Method): Method =>
  function (this: object, ...args) {
    const [callback, ...others] = args;
    return typeof callback === 'function'
      ? connect.call(this, AsyncResource.bind(callback as () => void), ...others)
      : connect.apply(this, args);
  };

/** Cursors and streams are sent as they are. */
const isObservable = (config: unknown, Query: Pg['Client']['Query']): boolean =>
  typeof config === 'string' ||
  (typeof config === 'object' && config !== null && (!('submit' in config) || config instanceof Query));

/** The query as the client makes it, and what `query` returns: a promise, or the query itself. */
function queryOf(
  Query: Pg['Client']['Query'],
  [config, values, callback]: unknown[],
): { query: PgQuery; result: unknown } {
  const isMade = config instanceof Query;
  const query = isMade ? (config as PgQuery) : new Query(config, values, callback);
  if (isMade) {
    const given = typeof values === 'function' ? values : callback;
    if (!query.callback && typeof given === 'function') query.callback = AsyncResource.bind(given as () => void);
    return { query, result: query };
  }
  const { query_timeout: timeout } = typeof config === 'object' && config !== null ? (config as PgQuery) : {};
  if (timeout !== undefined) query.query_timeout = timeout;
  if (query.callback) {
    query.callback = AsyncResource.bind(query.callback);
    return { query, result: undefined };
  }
  const result = new Promise((resolve, reject) => {
    query.callback = (fault, rows) => (fault ? reject(fault) : resolve(rows));
  }).catch((fault: unknown) => {
    // As pg does: the stack leads to the code that asked.
    if (fault instanceof Error) Error.captureStackTrace(fault);
    throw fault;
  });
  return { query, result };
}

/** Gives a query its result by the messages that a server sends, so that the client's own types and modes apply. */
function answer(query: PgQuery, client: PgClient, statements: readonly PgStatement[]): void {
  if (client.binary && !query.binary) query.binary = true;
  if (query._result && !query._result._types) query._result._types = client._types;
  for (const { fields, rows, tag } of statements) {
    if (fields) query.handleRowDescription({ fields });
    for (const row of rows) query.handleDataRow({ fields: row });
    if (tag !== null) query.handleCommandComplete({ text: tag }, client.connection);
  }
  query.handleReadyForQuery(client.connection);
}

/** What a server answers to a statement of the session. */
function sessionResult(sql: string): PgStatement[] {
  const [word = 'SET'] = sql.trim().split(/[\s;(]+/, 1);
  if (word.toUpperCase() !== 'SELECT') return [{ fields: null, rows: [], tag: word.toUpperCase() }];
  const field = {
    name: '?column?',
    tableID: 0,
    columnID: 0,
    dataTypeID: 23,
    dataTypeSize: 4,
    dataTypeModifier: -1,
    format: 'text',
  };
  return [{ fields: [field], rows: [['1']], tag: 'SELECT 1' }];
}

/** A refused connection names its server; Prisma reports that. */
const refusal = (failure: Error, { connectionParameters }: PgClient): Error =>
  Object.assign(failure, { address: connectionParameters?.host, port: connectionParameters?.port });

function databaseError(pg: Pg, error: CallError): Error {
  const { DatabaseError } = pg;
  return errorOf(error, (message) =>
    DatabaseError && 'severity' in error ? new DatabaseError(message, message.length, 'error') : new Error(message),
  );
}
