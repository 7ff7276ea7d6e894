/** Indices by identity, each identity once: open addressing, sized once for all that it will hold. */
export interface IdentityTable {
  /** False where that identity is there already, or where too many crowd at its place: then nothing is told apart by them. */
  add(identity: number, index: number): boolean;
  /** The index of an identity, or -1. */
  indexOf(identity: number): number;
}

/** Identities made to share a place must not cost more and more; at half a load others come nowhere near it. */
const FARTHEST = 256;

/** An empty table for at most `count` identities (whole numbers below 2^53, as `identityHash` makes them) of indices below `count`. */
export function identityTable(count: number): IdentityTable {
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 2));
  const mask = size - 1;
  /** Index plus one by place, 0 where there is none. */
  const places = new Int32Array(size);
  const identities = new Float64Array(count);

  /** Where an identity is or would be, -1 beyond reach; its upper half is as well mixed as its lower one. */
  function slotOf(identity: number): number {
    let slot = Math.imul((identity / 0x200000) ^ identity, 0x9e3779b1);
    slot = (slot ^ (slot >>> 15)) & mask;
    for (let distance = 0; distance < FARTHEST; distance++) {
      const there = places[slot] ?? 0;
      if (there === 0 || identities[there - 1] === identity) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  return {
    add(identity, index) {
      const slot = slotOf(identity);
      if (slot < 0 || places[slot] !== 0) return false;
      identities[index] = identity;
      places[slot] = index + 1;
      return true;
    },
    indexOf(identity) {
      const slot = slotOf(identity);
      return slot < 0 ? -1 : (places[slot] ?? 0) - 1;
    },
  };
}
