import { type Statement, statementsIn } from '../sql/statement.ts';

/** How a statement is treated; `command` is what it completes with. */
export type StatementKind =
  | { kind: 'session'; command: SessionCommand }
  /** A fact of the server or the connection, which belongs to no request: catalogs, settings, version. */
  | { kind: 'startup' }
  | { kind: 'unsupported'; what: string }
  | { kind: 'call' };

/** Tags of statements that the proxy answers by itself. */
export type SessionCommand =
  | 'BEGIN'
  | 'COMMIT'
  | 'ROLLBACK'
  | 'ROLLBACK TO'
  | 'SAVEPOINT'
  | 'RELEASE'
  | 'SET'
  | 'RESET'
  | 'DISCARD ALL'
  | 'DEALLOCATE'
  | 'PREPARE'
  | 'LISTEN'
  | 'UNLISTEN'
  | 'SELECT 1';

const SESSION: readonly [RegExp, SessionCommand][] = [
  [/^(?:begin|start transaction)\b/, 'BEGIN'],
  [/^(?:commit|end)\b(?! prepared)/, 'COMMIT'],
  [/^rollback (?:work |transaction )?to\b/, 'ROLLBACK TO'],
  [/^(?:rollback|abort)\b(?! prepared)/, 'ROLLBACK'],
  [/^savepoint\b/, 'SAVEPOINT'],
  [/^release\b/, 'RELEASE'],
  [/^set\b/, 'SET'],
  [/^reset\b/, 'RESET'],
  [/^discard\b/, 'DISCARD ALL'],
  [/^deallocate\b/, 'DEALLOCATE'],
  [/^prepare\b(?! transaction)/, 'PREPARE'],
  [/^listen\b/, 'LISTEN'],
  [/^unlisten\b/, 'UNLISTEN'],
];

const STARTUP =
  /^show\b|^select (?:pg_catalog\.)?(?:version\(\)|current_schema(?:\(\))?|current_database\(\)|current_setting\(|pg_is_in_recovery\(\))|\b(?:from|join) (?:pg_catalog\.pg_\w+|pg_(?:type|namespace|range|enum|attribute|class|proc|settings|database|index|constraint|collation|extension|roles|description|attrdef|am|depend|operator|opclass|cast|authid|tablespace)|information_schema\.\w+)\b/;

/**
 * Decides how a query is treated. A simple query may have several statements: it belongs to the session only if all of
 * them do. An empty query has none.
 */
export function queryKinds({ sql, operation }: Pick<Statement, 'sql' | 'operation'>): StatementKind[] {
  if (/^select\s+1\s*;?$/i.test(sql)) return [{ kind: 'session', command: 'SELECT 1' }];
  const kinds = statementsIn(operation).map(kindOf);
  if (kinds.length <= 1 || kinds.every(({ kind }) => kind === 'session')) return kinds;
  return [kinds.find(({ kind }) => kind === 'unsupported') ?? { kind: 'call' }];
}

function kindOf(operation: string): StatementKind {
  const session = SESSION.find(([pattern]) => pattern.test(operation));
  if (session !== undefined) return { kind: 'session', command: session[1] };
  if (/^copy\b/.test(operation)) return { kind: 'unsupported', what: 'COPY' };
  if (STARTUP.test(operation)) return { kind: 'startup' };
  return { kind: 'call' };
}
