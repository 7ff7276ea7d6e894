import * as v from 'valibot';
import { isDamaged } from '../values/damaged-data.ts';
import { paddedTime } from '../values/padded.ts';
import type { Page, Table } from '../world.ts';

const DueApplication = v.object({ tenant: v.string(), appId: v.string() });
export type DueApplication = v.InferOutput<typeof DueApplication>;

/**
 * Applications of every tenant whose row in a partition of the index i1 is due before a time (epoch ms), the earliest
 * first. Such rows have `tenant` and `appId`, and i1sk begins with their padded time.
 */
export async function* dueApplications(table: Table, partition: string, time: number): AsyncGenerator<DueApplication> {
  let after: string | null = null;
  do {
    const page: Page = await table.query({
      index: 'i1',
      pk: partition,
      to: paddedTime(time),
      limit: 100,
      damaged: 'marked',
      ...(after !== null && { after }),
    });
    // A damaged row must not keep the others from being looked at.
    for (const item of page.items) if (!isDamaged(item)) yield v.parse(DueApplication, item);
    after = page.next;
  } while (after !== null);
}
