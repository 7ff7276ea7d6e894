import { nextTurn } from '../time/next-turn.ts';
import type { Item, Query, Table } from '../world.ts';

/** Yields every row of a query, page by page; other events are handled between pages. */
export async function* queryAll(table: Table, query: Omit<Query, 'after'>): AsyncGenerator<Item> {
  let after: string | null | undefined;
  do {
    const page = await table.query(after ? { ...query, after } : query);
    yield* page.items;
    after = page.next;
    if (after !== null) await nextTurn();
  } while (after !== null);
}
