import { type SqlText, sqlText } from '../../recordings/domain/calls/sql-text.ts';

/** Maximum statements that a process remembers, and characters of one. */
const MAX_STATEMENTS = 2000;
const MAX_LENGTH = 4096;

/** Normalises statements and remembers the latest: those of an application repeat. */
export function sqlTexts(): (sql: string) => SqlText {
  const known = new Map<string, SqlText>();
  return (sql) => {
    if (sql.length > MAX_LENGTH) return sqlText(sql);
    const text = known.get(sql) ?? sqlText(sql);
    known.delete(sql);
    known.set(sql, text);
    const [oldest] = known.size > MAX_STATEMENTS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return text;
  };
}
