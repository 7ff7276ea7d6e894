import { type AgentCall, errorMembers } from '../core/agent-call.ts';
import type { OpenCall } from '../core/calls.ts';
import { isSessionStatement, sqlOperation } from '../core/sql-operation.ts';
import type { Method } from '../core/wrap-method.ts';
import { databaseTarget, type LibraryOptions } from './library-options.ts';
import { type PgField, type PgStatement, pgParameters, pgResponse } from './pg-result.ts';

/** The parts of `pg` 8 that the hook uses. */
export interface Pg {
  Client: { prototype: object; Query: new (...args: unknown[]) => PgQuery };
  Pool: { prototype: object };
  DatabaseError?: new (message: string, length: number, name: string) => Error;
  utils?: { prepareValue?(value: unknown): unknown };
}

export interface PgQuery {
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

export interface PgClient {
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

/** The call of a query; null for statements of the session, which are not calls. */
export function callOf(query: PgQuery, client: PgClient, pg: Pg, { targets }: LibraryOptions): AgentCall | null {
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

/** Notes what the server answers to a query that is made for real. */
export function observe(
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
