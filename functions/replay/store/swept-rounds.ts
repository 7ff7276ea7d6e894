import * as v from 'valibot';
import { isDamaged } from '../../platform/values/damaged-data.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { Page, Table } from '../../platform/world.ts';

const Unannounced = v.object({ tenant: v.string(), planId: v.string(), round: v.number() });
const Unfinished = v.object({ ...Unannounced.entries, createdAt: v.number() });

/** Rounds of every tenant that the sweeper looks for, those of the oldest plans first. */
export const sweptRounds = (table: Table) => ({
  /** Latest rounds that have not settled. */
  unfinished: () => systemRows(table, partitionOf('unfinishedPlans'), Unfinished),

  /** Settled rounds whose notifications have not all been enqueued. */
  unannounced: () => systemRows(table, partitionOf('unannouncedRounds'), Unannounced),
});

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
