import { undefinedIfDamaged } from '../values/damaged-data.ts';
import type { Item, Key, Table } from '../world.ts';

/** Reads rows in the order of their keys; undefined for one that is absent or damaged. */
export async function intactRows(
  table: Table,
  keys: readonly Key[],
  options?: Parameters<Table['batchGet']>[1],
): Promise<(Item | undefined)[]> {
  const rows = await undefinedIfDamaged(table.batchGet(keys, options));
  // One damaged row hides the others of a batch.
  return rows ?? Promise.all(keys.map((key) => undefinedIfDamaged(table.get(key))));
}
