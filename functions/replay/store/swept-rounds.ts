import * as v from 'valibot';
import { isDamaged } from '../../platform/values/damaged-data.ts';
import type { Page, Table } from '../../platform/world.ts';

const Unannounced = v.object({ tenant: v.string(), planId: v.string(), round: v.number() });
const Unfinished = v.object({ ...Unannounced.entries, createdAt: v.number() });

/** Plans of every tenant whose latest round has not settled, oldest first; for the sweeper. */
export const unfinishedPlans = (table: Table) => systemRows(table, 'SYSTEM#UNFINISHED', Unfinished);

/**
 * Settled rounds of every tenant whose notifications have not all been enqueued, oldest plans first; for the sweeper.
 */
export const unannouncedRounds = (table: Table) => systemRows(table, 'SYSTEM#UNANNOUNCED', Unannounced);

/** The rows of one partition of i1, page by page. */
async function* systemRows<T>(table: Table, pk: string, schema: v.GenericSchema<unknown, T>): AsyncGenerator<T[]> {
  let after: string | null = null;
  do {
    const page: Page = await table.query({
      index: 'i1',
      pk,
      limit: 100,
      damaged: 'marked',
      ...(after !== null && { after }),
    });
    // A damaged row must not keep the others from being looked after.
    yield page.items.filter((item) => !isDamaged(item)).map((item) => v.parse(schema, item));
    after = page.next;
  } while (after !== null);
}
