import { isSessionCall } from '../../functions/recordings/domain/calls/session-call.ts';
import { sqlText } from '../../functions/recordings/domain/calls/sql-text.ts';

/** Statements that are remembered, and characters of one: those of an application repeat. */
const MAX_STATEMENTS = 2000;
const MAX_LENGTH = 8192;

const known = new Map<string, string>();

/** The operation of a database call: its normalised statement. */
export function sqlOperation(sql: string): string {
  const before = known.get(sql);
  if (before !== undefined) return before;
  const { text } = sqlText(sql);
  if (sql.length <= MAX_LENGTH) {
    const [oldest] = known.size >= MAX_STATEMENTS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    known.set(sql, text);
  }
  return text;
}

/** Whether a statement belongs to its session, such as `BEGIN`, and is not a call. */
export const isSessionStatement = (sql: string): boolean =>
  isSessionCall({ kind: 'database', operation: sqlOperation(sql), sql });
