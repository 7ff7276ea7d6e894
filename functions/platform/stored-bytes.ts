import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from './table/retry-on-conflict.ts';
import { isoDate } from './time/iso-text.ts';
import { partitionOf } from './values/families/row-families.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
/** Bytes that a process takes from the row at once, so that a small request costs no write. */
const BLOCK_BYTES = 16 * 1024 * 1024;

const UsedRow = v.object({ used: v.number() });

/**
 * Limits the bytes that each tenant stores per day (UTC): pk `T#<tenant>#QUOTA#stored-bytes`, sk the day. Each process
 * takes blocks from the row and serves small requests from them; the rest of a block is lost with its process, so the
 * sum never exceeds the limit and may fall short of it by a block per process.
 */
export function storedBytes({ table, now }: Pick<World, 'table' | 'now'>, maxBytes: number) {
  const tenants = new Map<string, { day: number; left: number; turn: Promise<unknown> }>();

  /** Adds to `left` until it suffices, if the day permits. */
  async function refill(tenant: string, own: { day: number; left: number }, bytes: number): Promise<void> {
    const key = { pk: partitionOf('quotas', tenant, 'stored-bytes'), sk: isoDate(own.day * DAY_MS) };
    const expiresAt = (own.day + 1) * DAY_MS;
    await retryOnConflict(
      async () => {
        if (own.left >= bytes) return;
        const row = await table.get(key);
        const used = row === undefined ? 0 : v.parse(UsedRow, row).used;
        if (maxBytes - used + own.left < bytes) return;
        const taken = Math.min(Math.max(BLOCK_BYTES, bytes - own.left), maxBytes - used);
        const isTaken =
          row === undefined
            ? await table.put({ ...key, used: taken, expiresAt }, { when: 'absent' })
            : await table.update(key, { used: used + taken }, { when: { used: { equals: used } } });
        if (!isTaken) return CONFLICT;
        own.left += taken;
      },
      { subject: 'the bytes of the day' },
    );
  }

  return {
    /**
     * Counts bytes that a tenant is about to store; returns 0, or the seconds until the next day if they are too many.
     */
    async take(tenant: string, bytes: number): Promise<number> {
      const day = Math.floor(now() / DAY_MS);
      let own = tenants.get(tenant);
      if (own?.day !== day) {
        own = { day, left: 0, turn: Promise.resolve() };
        tenants.set(tenant, own);
      }
      const mine = own;
      if (mine.left < bytes) {
        const refilled = mine.turn.then(() => refill(tenant, mine, bytes));
        // The next one waits for the end of this one, whether it succeeds or fails.
        mine.turn = Promise.allSettled([refilled]);
        await refilled;
      }
      if (mine.left < bytes) return Math.ceil(((day + 1) * DAY_MS - now()) / 1000);
      mine.left -= bytes;
      return 0;
    },

    /** Takes back what a tenant has not stored after all; those of another day are over. */
    giveBack(tenant: string, bytes: number): void {
      const own = tenants.get(tenant);
      if (own?.day === Math.floor(now() / DAY_MS)) own.left += bytes;
    },
  };
}
