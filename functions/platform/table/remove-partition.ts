import { nextTurn } from '../time/next-turn.ts';
import type { World } from '../world.ts';

/** Rows that are read and deleted at the same time; each may have 350 KB. */
const PAGE = 100;

/**
 * Deletes the rows of a partition with the blobs that they name; what is left after a crash is deleted by the next
 * call.
 */
export async function removePartition({ table, blobs }: Pick<World, 'table' | 'blobs'>, pk: string): Promise<void> {
  let isMore = true;
  while (isMore) {
    const { items, next } = await table.query({ pk, limit: PAGE, damaged: 'marked' });
    // First, since only the rows say which there are.
    await Promise.all(items.map(({ blob }) => (typeof blob === 'string' ? blobs.remove(blob) : null)));
    if (items.length > 0) await table.batchRemove(items.map(({ pk: of, sk }) => ({ pk: of, sk })));
    isMore = next !== null;
    if (isMore) await nextTurn();
  }
}
