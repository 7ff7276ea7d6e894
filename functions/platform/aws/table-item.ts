import type { Item } from '../world.ts';

/** Returns the item of a DynamoDB row, without the `ttl` that only DynamoDB reads. */
export function itemOf(row: Record<string, unknown>): Item {
  const { ttl: _, ...item } = row;
  // Only this service writes the table, and it writes only items.
  return item as Item;
}
