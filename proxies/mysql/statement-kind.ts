import { type Statement, statementsIn } from '../sql/statement.ts';

/** How a statement is treated. */
export type StatementKind =
  | { kind: 'session'; command: 'BEGIN' | 'END' | 'SELECT 1' | 'AUTOCOMMIT ON' | 'AUTOCOMMIT OFF' | 'OTHER' }
  /** A fact of the server or the connection, which belongs to no request: variables, version, catalogs. */
  | { kind: 'startup' }
  | { kind: 'unsupported'; what: string }
  | { kind: 'call' };

const BEGIN = /^(?:begin|start transaction)\b/;
const END = /^(?:commit|rollback)\b(?! (?:work )?to\b| prepared)/;
const OTHER = /^(?:set|use|savepoint|release savepoint|rollback (?:work )?to|xa|reset connection)\b/;
const STARTUP =
  /^show\b|^select @|^select (?:version|database|schema|user|current_user|connection_id)\b|\b(?:from|join) (?:`?information_schema`?|`?performance_schema`?|`?mysql`?)\s?\./;
const UNSUPPORTED = /^load data\b|^load xml\b|^handler\b/;
const AUTOCOMMIT = /^set (?:session |@@(?:session\.)?)?autocommit\s*:?=\s*(\S+)/i;

/** Decides how a query is treated, which may have several statements: as session only if all of them are. */
export function queryKinds({ sql, operation }: Pick<Statement, 'sql' | 'operation'>): StatementKind[] {
  if (/^select\s+1\s*;?$/i.test(sql)) return [{ kind: 'session', command: 'SELECT 1' }];
  const kinds = statementsIn(operation).map((one) => kindOf(one, sql));
  if (kinds.length <= 1 || kinds.every(({ kind }) => kind === 'session')) return kinds;
  return [kinds.find(({ kind }) => kind === 'unsupported') ?? { kind: 'call' }];
}

function kindOf(operation: string, sql: string): StatementKind {
  if (BEGIN.test(operation)) return { kind: 'session', command: 'BEGIN' };
  if (END.test(operation)) return { kind: 'session', command: 'END' };
  const autocommit = AUTOCOMMIT.exec(sql)?.[1];
  if (autocommit !== undefined)
    return { kind: 'session', command: /^(?:1|on|true)\b/i.test(autocommit) ? 'AUTOCOMMIT ON' : 'AUTOCOMMIT OFF' };
  if (OTHER.test(operation)) return { kind: 'session', command: 'OTHER' };
  if (UNSUPPORTED.test(operation)) return { kind: 'unsupported', what: 'LOAD DATA and HANDLER' };
  return { kind: STARTUP.test(operation) ? 'startup' : 'call' };
}
