import { AsyncResource } from 'node:async_hooks';
import { type AgentCall, type CallAnswer, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { Calls, OpenCall } from '../core/calls.ts';
import { isSessionStatement, sqlOperation } from '../core/sql-operation.ts';
import type { Warnings } from '../core/warnings.ts';
import { type Method, wrapMethod } from '../core/wrap-method.ts';
import type { LibraryOptions } from './library-options.ts';
import { databaseTarget } from './library-options.ts';
import { type PgField, type PgStatement, pgParameters, pgResponse, pgStatements } from './pg-result.ts';

/** The parts of `pg` 8 that the hook uses. */
interface Pg {
  Client: { prototype: object; Query: new (...args: unknown[]) => PgQuery };
  Pool: { prototype: object };
  DatabaseError?: new (message: string, length: number, name: string) => Error;
  utils?: { prepareValue?(value: unknown): unknown };
}

interface PgQuery {
  text?: string;
  name?: string;
  values?: unknown;
  callback?: ((fault: unknown, result?: unknown) => void) | undefined;
  binary?: boolean;
  query_timeout?: unknown;
  _result?: { _types?: unknown };
  handleRowDescription(message: { fields: PgField[] }): void;
  handleDataRow(message: { fields: (string | Uint8Array | null)[] }): void;
  handleCommandComplete(message: { text: string }, connection: unknown): void;
  handleReadyForQuery(connection: unknown): void;
  handleError(fault: unknown, connection: unknown): void;
  handleEmptyQuery(connection: unknown): void;
}

interface PgClient {
  connection: { stream?: NodeJS.EventEmitter };
  binary?: boolean;
  _types?: unknown;
  connectionParameters?: { database?: string; host?: string; port?: number };
  emit(event: string): boolean;
}

const DATABASE_ERROR_MEMBERS = (
  'name code severity detail hint position internalPosition internalQuery where schema table column dataType constraint file line routine length ' +
  'errno syscall address port'
).split(' ');

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

/** The call of a query; null for statements of the session, which are not calls. */
function callOf(query: PgQuery, client: PgClient, pg: Pg, { targets }: LibraryOptions): AgentCall | null {
  const sql = query.text ?? query.name ?? '';
  if (isSessionStatement(sql)) return null;
  const prepare =
    pg.utils?.prepareValue ?? ((value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : value));
  const { host = 'localhost', port = 5432, database } = client.connectionParameters ?? {};
  return {
    kind: 'database',
    target: databaseTarget(targets, { host, port, database }),
    operation: sqlOperation(sql),
    request: { sql, parameters: pgParameters(query.values, prepare) },
  };
}

function observe(
  query: PgQuery,
  call: OpenCall,
  described: AgentCall,
  { maxBodyBytes, warnings }: LibraryOptions,
): void {
  const statements: PgStatement[] = [];
  let current: PgStatement | null = null;
  let characters = 0;
  let isOver = false;
  const over = (work: () => void) => {
    if (isOver) return;
    isOver = true;
    warnings.guard('pg', work, undefined);
  };
  const statement = () => {
    if (current === null) {
      current = { fields: null, rows: [], tag: null };
      statements.push(current);
    }
    return current;
  };
  const hear = <K extends keyof PgQuery>(name: K, before: (argument: never) => void) => {
    const own = query[name];
    if (typeof own !== 'function') return;
    Object.defineProperty(query, name, {
      value: (...args: unknown[]) => {
        before(args[0] as never); // the message of this handler
        return (own as Method).apply(query, args);
      },
      configurable: true,
      writable: true,
    });
  };
  hear('handleRowDescription', ({ fields }: { fields: PgField[] }) => {
    statement().fields = fields;
  });
  hear('handleDataRow', ({ fields }: { fields: (string | Uint8Array | null)[] }) => {
    for (const value of fields) characters += value?.length ?? 0;
    if (characters > maxBodyBytes) statement().rows = [];
    else statement().rows.push([...fields]);
  });
  hear('handleCommandComplete', ({ text }: { text: string }) => {
    statement().tag = text;
    current = null;
  });
  hear('handleReadyForQuery', () =>
    over(() => {
      if (characters > maxBodyBytes) call.drop('result too large');
      else call.note(described, { response: pgResponse(statements) });
    }),
  );
  hear('handleError', (fault: unknown) =>
    over(() => call.note(described, { error: errorMembers(fault, DATABASE_ERROR_MEMBERS) })),
  );
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
