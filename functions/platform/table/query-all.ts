import type { Item, Query, Table } from '../world.ts';

/** Yields every row of a query, page by page. */
export async function* queryAll(table: Table, query: Omit<Query, 'after'>): AsyncGenerator<Item> {
  let after: string | null | undefined;
  do {
    const page = await table.query(after ? { ...query, after } : query);
    yield* page.items;
    after = page.next;
  } while (after !== null);
}
