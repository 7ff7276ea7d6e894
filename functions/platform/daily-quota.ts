import * as v from 'valibot';
import type { Table, World, Write } from './world.ts';

const DAY_MS = 86_400_000;

const UsedRow = v.object({ used: v.number() });

export type DailyQuota = ReturnType<typeof dailyQuota>;

/** What a tenant has used of something today (UTC): pk `T#<tenant>#QUOTA#<name>`, sk the day; rows vanish when their day is over. */
export function dailyQuota({ table, now }: { table: Table } & Pick<World, 'now'>, tenant: string) {
  return {
    /**
     * The write that uses one more, for a transaction with what it is used for; null when `most` are used. The transaction fails
     * where another took one at the same time: reserve anew.
     */
    async reserve(name: string, most: number): Promise<Write | null> {
      const day = Math.floor(now() / DAY_MS);
      const key = { pk: `T#${tenant}#QUOTA#${name}`, sk: new Date(day * DAY_MS).toISOString().slice(0, 10) };
      const row = await table.get(key);
      const used = row === undefined ? 0 : v.parse(UsedRow, row).used;
      if (used >= most) return null;
      return row === undefined
        ? { put: { ...key, used: 1, expiresAt: (day + 1) * DAY_MS }, when: 'absent' }
        : { update: key, set: { used: used + 1 }, when: { used: { equals: used } } };
    },
  };
}
