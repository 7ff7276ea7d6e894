import type { RecordedCall } from '../recorded-case.ts';

/** Statements that open, close or set a session or a transaction, without a meaning of their own. */
const SQL = /^(?:begin|start transaction|commit|end|rollback|savepoint|release|set|reset|discard|deallocate|use)\b/;

/** What pools ask to see that a connection lives. Its literal is its answer, so that another one is a query. */
const PING = /^select\s+1\s*;?$/i;

const CACHE: ReadonlySet<string> = new Set(
  'PING HELLO CLIENT AUTH SELECT READONLY READWRITE QUIT RESET ECHO'.split(' '),
);

const MONGO =
  /^(?:hello|ismaster|ping|buildInfo|endSessions|saslStart|saslContinue|abortTransaction|commitTransaction)\b/i;

/** A call whose operation is normalised (sql-text.ts), and its statement as it was sent. */
export interface SessionCallFacts extends Pick<RecordedCall, 'kind' | 'operation'> {
  sql?: string;
}

/**
 * Whether a call belongs to a session with its target and not to a request: `BEGIN`, `SET`, `SELECT 1`, `PING`, `hello`
 * and similar ones; of several statements, each has to. Recorders leave such calls out, and agents answer them by
 * themselves.
 */
export function isSessionCall({ kind, operation, sql }: SessionCallFacts): boolean {
  if (kind === 'cache') return CACHE.has(operation.toUpperCase());
  if (kind !== 'database') return false;
  if (MONGO.test(operation) || (sql !== undefined && PING.test(sql.trim()))) return true;
  const statements = operation
    .toLowerCase()
    .split(';')
    .filter((text) => text.trim() !== '');
  return statements.length > 0 && statements.every((text) => SQL.test(text.trim()));
}
