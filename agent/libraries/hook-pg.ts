import { AsyncResource } from 'node:async_hooks';
import { type AgentCall, type CallError, errorMembers, errorOf } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import { isSessionStatement, sqlOperation } from '../core/sql-operation.ts';
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

/** Observes and answers the queries of `pg` 8: clients, pools, callbacks, promises and query objects. */
export function hookPg(exports: unknown, options: LibraryOptions): void {
  const pg = exports as Pg; // of pg 8
  const { calls, warnings } = options;
  const { Query } = pg.Client;
  /** Clients that are connected in name only, with their real connection once one is needed. */
  const offline = new WeakMap<object, Promise<void> | null>();
  let connectReal: Method | null = null;

  wrapMethod(pg.Client.prototype, 'connect', (connect) => {
    connectReal = connect;
    return function (this: object, ...args) {
      if (!warnings.guard('pg', () => calls.isOffline(), false)) return connect.apply(this, args);
      offline.set(this, null);
      const client = this as unknown as PgClient; // a pg client
      // Some pools end a client by its socket, and wait for its `end`.
      client.connection.stream?.once('close', () => offline.has(this) && client.emit('end'));
      const [callback] = args;
      process.nextTick(() => client.emit('connect'));
      if (typeof callback !== 'function') return Promise.resolve(this);
      process.nextTick(callback, null, this);
      return undefined;
    };
  });

  wrapMethod(
    pg.Client.prototype,
    'query',
    (query) =>
      function (this: object, ...args) {
        const [config] = args;
        const call = isObservable(config, Query) ? warnings.guard('pg', () => calls.open(), null) : null;
        const client = this as unknown as PgClient; // a pg client
        if (call === null) {
          if (!offline.has(this) || config == null) return query.apply(this, args);
          const { query: unobserved, result: own } = isObservable(config, Query)
            ? queryOf(Query, args)
            : { query: config as PgQuery, result: config }; // a cursor or a stream
          send(this, query, unobserved);
          return own;
        }
        const { query: made, result } = queryOf(Query, args);
        const described = callOf(made, client, pg, options);
        if (described === null) call.drop(null);
        if (call.mode === 'note') {
          if (described) observe(made, call, described, options);
          send(this, query, made);
        } else if (described === null) answer(made, client, sessionResult(made.text ?? ''));
        else
          void call.ask(described).then((answered) => {
            if (answered.kind === 'real') {
              observe(made, call, described, options);
              send(this, query, made);
            } else if (answered.kind === 'response') answer(made, client, pgStatements(answered.response));
            else
              made.handleError(
                answered.kind === 'error' ? databaseError(pg, answered.error) : refusal(answered.failure, client),
                client.connection,
              );
          });
        return result;
      },
  );

  // Pools ref and unref a client each time; a socket that is never opened keeps a listener for each of them.
  for (const name of ['ref', 'unref'])
    wrapMethod(
      pg.Client.prototype,
      name,
      (original) =>
        function (this: object, ...args) {
          return offline.has(this) ? undefined : original.apply(this, args);
        },
    );

  const pools = [pg.Pool.prototype, Object.getPrototypeOf(pg.Pool.prototype)];
  for (const pool of pools) if (Object.hasOwn(pool, 'connect')) wrapMethod(pool, 'connect', bindCallback);

  /** Connects a client that was connected in name only; a failure is that of the library. */
  function whenReal<T>(client: object, work: () => T): Promise<T> {
    const known = offline.get(client);
    const connected =
      known ??
      Promise.resolve(connectReal?.call(client))
        .then(() => offline.delete(client))
        .then(() => {});
    if (!known) {
      offline.set(client, connected);
      connected.catch(() => offline.set(client, null));
    }
    return connected.then(work);
  }

  function send(client: object, query: Method, made: PgQuery): void {
    if (!offline.has(client)) query.call(client, made);
    else
      whenReal(client, () => query.call(client, made)).catch((fault: unknown) =>
        made.handleError(fault, (client as PgClient).connection),
      );
  }
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
    query.callback = (fault, answer) => (fault ? reject(fault) : resolve(answer));
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
