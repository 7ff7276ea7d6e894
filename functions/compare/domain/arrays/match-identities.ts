import type { Alignment } from './align-elements.ts';
import { type IdentityTable, identityTable } from './identity-table.ts';

/** The identity of an element, as `identityTable` accepts it; negative if it has none. */
export type IdentityOf = (element: number) => number;

/** Pairs elements by identity and returns how many; null if an element has none or two of a side share one. */
export function matchIdentities(
  a: Int32Array,
  identityOfA: IdentityOf,
  b: Int32Array,
  identityOfB: IdentityOf,
): (Alignment & { common: number }) | null {
  const replayed = identitiesOf(b, identityOfB);
  const partner = replayed && partnersOf(a, identityOfA, replayed, b.length);
  return partner && { partner, ...orderOf(partner) };
}

/** The index of each element by its identity; null if an element has none or two share one. */
function identitiesOf(elements: Int32Array, identityOf: IdentityOf): IdentityTable | null {
  const identities = identityTable(elements.length);
  for (let index = 0; index < elements.length; index++) {
    const identity = identityOf(elements[index] ?? 0);
    if (identity < 0 || !identities.add(identity, index)) return null;
  }
  return identities;
}

/** The partner of each recorded element, -1 if it has none; null if an element has no identity or two share one. */
function partnersOf(
  elements: Int32Array,
  identityOf: IdentityOf,
  replayed: IdentityTable,
  count: number,
): Int32Array | null {
  const partner = new Int32Array(elements.length).fill(-1);
  const taken = new Uint8Array(count);
  let others: IdentityTable | undefined;
  for (let i = 0; i < elements.length; i++) {
    const identity = identityOf(elements[i] ?? 0);
    if (identity < 0) return null;
    const j = replayed.indexOf(identity);
    if (j < 0) {
      others ??= identityTable(elements.length);
      if (!others.add(identity, i)) return null;
    } else {
      if (taken[j] === 1) return null;
      partner[i] = j;
      taken[j] = 1;
    }
  }
  return partner;
}

function orderOf(partner: Int32Array): { common: number; moved: boolean } {
  let common = 0;
  let moved = false;
  let last = -1;
  for (let i = 0; i < partner.length; i++) {
    const j = partner[i] ?? -1;
    if (j < 0) continue;
    common++;
    if (j < last) moved = true;
    last = j;
  }
  return { common, moved };
}
