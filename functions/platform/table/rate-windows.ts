import * as v from 'valibot';
import { type RateLimit, takeFromWindow } from '../rate-window.ts';
import type { Item, Table, World } from '../world.ts';

const Window = v.object({ version: v.string(), times: v.array(v.number()) });

/** `takenAt`: epoch ms by the clock of whoever asked. `fullForMs`: when there may be room again. */
export type RateToken = { takenAt: number } | { fullForMs: number };

export type RateWindows = ReturnType<typeof rateWindows>;

/**
 * Sliding windows as rows: pk `RATE#<name>`, sk `WINDOW`. Not under a tenant, for a robot's limit is the vendor's and two tenants may
 * share a robot. Each token is one conditional write on the row as it was read, which a random version tells from every other (also from
 * one that has expired and begun anew meanwhile), so that of two takers at one moment one reads again.
 */
export function rateWindows({ table, now, newId }: { table: Table } & Pick<World, 'now' | 'newId'>) {
  const keyOf = (name: string) => ({ pk: `RATE#${name}`, sk: 'WINDOW' });
  const read = async (name: string) => windowOf(await table.get(keyOf(name)));

  return {
    /** How long the window is full for, 0 where it is not; takes nothing. */
    async fullFor(name: string, limits: readonly RateLimit[]): Promise<number> {
      const { times } = await read(name);
      const looked = takeFromWindow(times, limits, now());
      return 'taken' in looked ? 0 : looked.fullForMs;
    },

    /** Takes a token, for a message that leaves at once; the time is read after the row, which rate-limits.ts relies on. */
    async take(name: string, limits: readonly RateLimit[]): Promise<RateToken> {
      for (;;) {
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
        if (await table.put(row, { when: unchanged, prompt: true })) return { takenAt };
      }
    },
  };
}

const windowOf = (item: Item | undefined) =>
  item === undefined ? { version: null, times: [] } : v.parse(Window, item);
