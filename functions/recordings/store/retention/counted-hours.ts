import * as v from 'valibot';
import { queryAll } from '../../../platform/table/query-all.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Table } from '../../../platform/world.ts';
import type { CasesOfHour } from '../case-bytes.ts';
import { BYTES_PREFIX, BytesRow } from '../rolling-sums.ts';

/** The hours in which rolling cases came in that are still kept, oldest first; only those before `to` (a full hour). */
export async function countedHours(table: Table, pk: string, to?: number): Promise<CasesOfHour[]> {
  const hours = new Map<number, number>();
  const end = to === undefined ? '~' : paddedTime(to);
  for await (const row of queryAll(table, { pk, from: BYTES_PREFIX, to: BYTES_PREFIX + end })) {
    const { sk, cases } = v.parse(BytesRow, row);
    const from = Number(sk.split('#')[1]);
    hours.set(from, (hours.get(from) ?? 0) + cases);
  }
  // A process that ended in the middle of a call may have counted a deletion only.
  return [...hours].map(([from, cases]) => ({ from, cases })).filter(({ cases }) => cases > 0);
}
