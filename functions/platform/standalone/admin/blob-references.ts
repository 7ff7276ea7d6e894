import type { DatabaseSync } from 'node:sqlite';
import { checkBlobKey } from '../../blob-key.ts';
import { itemOf, type Row, selectItems } from '../table-rows.ts';

/** A row of the table, or why it cannot be read. */
export type ReadRow = { pk: string; sk: string } & ({ blob: string | null } | { fault: string });

/** Every row that has not expired, with the blob that it names. */
export function* readRows(database: DatabaseSync, now: number): Generator<ReadRow> {
  const select = selectItems(database, 'WHERE expiresAt IS NULL OR expiresAt > ?');
  // The type of `iterate` lacks setReturnArrays.
  for (const row of select.iterate(now) as unknown as Iterable<Row>) {
    const [pk, sk] = [String(row[0]), String(row[1])];
    yield { pk, sk, ...blobOf(row, now) };
  }
}

function blobOf(row: Row, now: number): { blob: string | null } | { fault: string } {
  try {
    const item = itemOf(row);
    if (item === null) return { fault: 'cannot be read' };
    const { blob, retention_until: retainedUntil } = item;
    // The row of an artifact outlives its bytes.
    if (typeof blob !== 'string' || (typeof retainedUntil === 'number' && retainedUntil <= now)) return { blob: null };
    checkBlobKey(blob);
    return { blob };
  } catch {
    return { fault: 'cannot be read' };
  }
}
