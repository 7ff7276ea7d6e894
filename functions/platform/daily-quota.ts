import * as v from 'valibot';
import { isoDate } from './time/iso-text.ts';
import { partitionOf } from './values/families/row-families.ts';
import type { Table, World, Write } from './world.ts';

const DAY_MS = 86_400_000;

const UsedRow = v.object({ used: v.number() });

export type DailyQuota = ReturnType<typeof dailyQuota>;

/**
 * Counts what a tenant has used of a resource today (UTC): pk `T#<tenant>#QUOTA#<name>`, sk the day; rows expire when
 * their day is over.
 */
export function dailyQuota({ table, now }: { table: Table } & Pick<World, 'now'>, tenant: string) {
  return {
    /**
     * Returns the write that uses one more, for a transaction together with its use; null when `most` are used. The
     * transaction fails if another one used the quota concurrently: reserve again.
     */
    async reserve(name: string, max: number): Promise<Write | null> {
      const day = Math.floor(now() / DAY_MS);
      const key = { pk: partitionOf('quotas', tenant, name), sk: isoDate(day * DAY_MS) };
      const row = await table.get(key);
      const used = row === undefined ? 0 : v.parse(UsedRow, row).used;
      if (used >= max) return null;
      return row === undefined
        ? { put: { ...key, used: 1, expiresAt: (day + 1) * DAY_MS }, when: 'absent' }
        : { update: key, set: { used: used + 1 }, when: { used: { equals: used } } };
    },
  };
}
