import type { RecordedCall } from '../recorded-case.ts';

/** Statements that open, close or set a session or a transaction, without a meaning of their own. */
const SQL =
  /^(?:begin|start transaction|commit|end|rollback|savepoint|release|set|reset|discard|deallocate|use|select \?$|select version\(\)$|show (?:transaction|server_version|standard_conforming))\b|^select \?$/;

const CACHE: ReadonlySet<string> = new Set(
  'PING HELLO CLIENT AUTH SELECT READONLY READWRITE QUIT RESET ECHO COMMAND INFO'.split(' '),
);

const MONGO =
  /^(?:hello|ismaster|isMaster|ping|buildInfo|endSessions|saslStart|saslContinue|abortTransaction|commitTransaction)\b/;

/**
 * Whether a call belongs to a session with its target and not to a request: `BEGIN`, `SET`, `PING`, `hello` and the like.
 * Recorders leave such calls out, and agents answer them by themselves. `operation` is normalised (sql-text.ts).
 */
export function isSessionCall({ kind, operation }: Pick<RecordedCall, 'kind' | 'operation'>): boolean {
  if (kind === 'cache') return CACHE.has(operation.toUpperCase());
  return kind === 'database' && (SQL.test(operation.toLowerCase()) || MONGO.test(operation));
}
