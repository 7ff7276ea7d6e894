import * as v from 'valibot';
import { partitionOf } from '../values/families/row-families.ts';
import { type RateLimit, takeFromWindow } from '../values/rate-window.ts';
import type { Item, Table, World } from '../world.ts';
import { CONFLICT, retryOnConflict } from './retry-on-conflict.ts';

const Window = v.object({ version: v.string(), times: v.array(v.number()) });

/** `takenAt`: epoch ms by the caller's clock. `fullForMs`: when a token may be available again. */
export type RateToken = { takenAt: number } | { fullForMs: number };

export type RateWindows = ReturnType<typeof rateWindows>;

/**
 * Stores sliding windows as rows: pk `RATE#<name>`, sk `WINDOW`. Not under a tenant, since a webhook's limit is set by
 * its vendor and two tenants may share a webhook. Each token is one conditional write on the row as read; a random
 * version distinguishes the row from every other (also from one that expired and was recreated in the meantime), so
 * that of two concurrent takers one reads again.
 */
export function rateWindows({ table, now, newId }: { table: Table } & Pick<World, 'now' | 'newId'>) {
  const keyOf = (name: string) => ({ pk: partitionOf('rateWindows', name), sk: 'WINDOW' });
  const read = async (name: string) => windowOf(await table.get(keyOf(name)));

  return {
    /** How long the window stays full, 0 if it is not; takes no token. */
    async fullFor(name: string, limits: readonly RateLimit[]): Promise<number> {
      const { times } = await read(name);
      const looked = takeFromWindow(times, limits, now());
      return 'taken' in looked ? 0 : looked.fullForMs;
    },

    /**
     * Takes a token, for a message that leaves at once; the time is read after the row, which rate-limits.ts relies on.
     */
    take: (name: string, limits: readonly RateLimit[]): Promise<RateToken> =>
      retryOnConflict(
        async () => {
          const { version, times } = await read(name);
          const takenAt = now();
          const window = takeFromWindow(times, limits, takenAt);
          if (!('taken' in window)) return window;
          // Every failed write is somebody else's token, so that the window is full after as many at the latest.
          const row = {
            ...keyOf(name),
            version: newId(),
            times: window.taken,
            expiresAt: takenAt + 2 * Math.max(...limits.map(({ windowMs }) => windowMs)),
          };
          const unchanged = version === null ? 'absent' : { version: { equals: version } };
          return (await table.put(row, { when: unchanged, prompt: true })) ? { takenAt } : CONFLICT;
        },
        { subject: 'the window' },
      ),
  };
}

const windowOf = (item: Item | undefined) =>
  item === undefined ? { version: null, times: [] } : v.parse(Window, item);
