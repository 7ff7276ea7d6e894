import { seededRandom } from '../../../support/seeded-random.ts';
import type { TestExchange } from './replayed-session.ts';

/** Draws names, ids and tokens of one generated session, each id only once. */
export function drawing(seed: number) {
  const next = seededRandom(seed);
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  const hex = (length: number) => Array.from({ length }, () => '0123456789abcdef'[below(16)]).join('');
  const letters = (length: number) =>
    Array.from({ length }, () => 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'[below(62)]).join('');
  let sequence = 10 + below(500);
  const makers = {
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    objectId: () => `5${hex(22)}a`,
    opaque: () => `a1${letters(20)}b2`,
    integer: () => {
      sequence += 1 + below(3);
      return sequence;
    },
  } as const;
  const kind = pick<keyof typeof makers>(['uuid', 'objectId', 'opaque', 'integer']);
  return {
    below,
    pick,
    kind,
    id: (): string | number => makers[kind](),
    token: () => `eyJhbGciOiJIUzI1NiJ9.${letters(24)}.${letters(30)}`,
    collection: pick(['orders', 'tasks', 'carts', 'invoices', 'documents']),
    /** Exchanges that change nothing. */
    idle: (): TestExchange[] =>
      Array.from({ length: below(3) }, () => {
        const json = { ok: true, n: below(100), at: `2026-11-${10 + below(20)}T10:00:00Z` };
        return { send: `GET /status/${letters(3)}`, recorded: { json }, replayed: { json } };
      }),
  };
}
export type Drawn = ReturnType<typeof drawing>;

export const same = (json: unknown) => ({ recorded: { json }, replayed: { json } });
export const differ = (recorded: unknown, replayed: unknown) => ({
  recorded: { json: recorded },
  replayed: { json: replayed },
});
