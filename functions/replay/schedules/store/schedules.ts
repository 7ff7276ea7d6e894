import * as v from 'valibot';
import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { isDamaged } from '../../../platform/values/damaged-data.ts';
import { paddedTime } from '../../../platform/values/padded.ts';
import type { Page, Table } from '../../../platform/world.ts';
import { MAX_SCHEDULES, Schedule } from '../domain/schedule.ts';
import { DUE, scheduleRows } from './schedule-rows.ts';

const Stored = v.object({ ...Schedule.entries, revision: v.number() });
type Stored = v.InferOutput<typeof Stored>;
const Count = v.object({ total: v.number() });
const Due = v.object({ tenant: v.string(), appId: v.string(), id: v.string() });

const RETRY = { subject: 'the schedules' };

/**
 * Schedules of applications (interface 10), pk `T#<tenant>#APP#<app>`: `SCHEDULE#<id>` with i2 `SYSTEM#SCHEDULES` by
 * due time unless paused, and `SCHEDULES` with their number.
 */
export function scheduleStore(table: Table, tenant: string) {
  const { keyOf, countKey, rowOf, countWrite } = scheduleRows(tenant);

  async function find(appId: string, id: string): Promise<Stored | undefined> {
    const item = await table.get(keyOf(appId, id));
    return item && v.parse(Stored, item);
  }

  const total = async (appId: string): Promise<number> => {
    const item = await table.get(countKey(appId));
    return item === undefined ? 0 : v.parse(Count, item).total;
  };

  return {
    find,

    /** Schedules of an application by id; there are at most MAX_SCHEDULES. */
    async list(appId: string): Promise<Schedule[]> {
      const { items } = await table.query({ pk: keyOf(appId, '').pk, prefix: 'SCHEDULE#' });
      return items.map((item) => v.parse(Schedule, item));
    },

    /** Replaces a schedule; false if it was written since it was read. */
    move: ({ revision }: Stored, after: Schedule): Promise<boolean> =>
      table.put(rowOf(after, revision + 1), { when: { revision: { equals: revision } } }),

    /**
     * Creates or changes a schedule as `decide` says of the stored one, again if it was written in the meantime. A null
     * decision changes nothing.
     */
    change: <R extends Refusal<string>>(
      appId: string,
      id: string,
      decide: (schedule: Schedule | undefined) => Promise<{ ok: true; value: Schedule | null } | R>,
    ): Promise<Result<Schedule | null, 'TOO_MANY_SCHEDULES'> | R> =>
      retryOnConflict<Result<Schedule | null, 'TOO_MANY_SCHEDULES'> | R>(async () => {
        const before = await find(appId, id);
        const decided = await decide(before);
        if (!decided.ok) return decided;
        if (decided.value === null) return accept(null);
        if (before !== undefined) {
          const row = rowOf(decided.value, before.revision + 1);
          const written = await table.put(row, { when: { revision: { equals: before.revision } } });
          return written ? accept(decided.value) : CONFLICT;
        }
        const count = await total(appId);
        if (count >= MAX_SCHEDULES)
          return refuse('TOO_MANY_SCHEDULES', `an application has at most ${MAX_SCHEDULES} schedules`);
        const written = await table.transact([
          { put: rowOf(decided.value, 1), when: 'absent' },
          countWrite(appId, count, count + 1),
        ]);
        return written ? accept(decided.value) : CONFLICT;
      }, RETRY),

    /** False if there is no such schedule. */
    remove: (appId: string, id: string): Promise<boolean> =>
      retryOnConflict(async () => {
        if ((await find(appId, id)) === undefined) return false;
        const count = await total(appId);
        const removed = await table.transact([
          { remove: keyOf(appId, id), when: 'present' },
          countWrite(appId, count, count - 1),
        ]);
        return removed || CONFLICT;
      }, RETRY),
  };
}

/** Schedules of every tenant that are due, the earliest first. */
export async function* dueSchedules(table: Table, now: number) {
  let after: string | null = null;
  do {
    const page: Page = await table.query({
      index: 'i2',
      pk: DUE,
      to: paddedTime(now + 1),
      limit: 100,
      damaged: 'marked',
      ...(after !== null && { after }),
    });
    // A damaged row must not keep the others from being started.
    for (const item of page.items) if (!isDamaged(item)) yield v.parse(Due, item);
    after = page.next;
  } while (after !== null);
}
