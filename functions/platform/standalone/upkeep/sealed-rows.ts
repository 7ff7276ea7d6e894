import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** The member of an envelope that holds its sealed data key (envelope.ts). */
const SEALED = '%"edk%';

/**
 * Whether a table file holds a text that a master key has sealed: such data cannot be opened by a new key. Reads every
 * row until it finds one, so it is asked only when the key is missing.
 */
export function hasSealedRows(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  try {
    const isLaidOut = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'items'").get() !== undefined;
    return (
      isLaidOut && database.prepare('SELECT 1 FROM items WHERE attributes LIKE ? LIMIT 1').get(SEALED) !== undefined
    );
  } finally {
    database.close();
  }
}
