/** Indices by identity, each identity once: open addressing, sized once for all that it will hold. */
export interface IdentityTable {
  /** False where that identity is there already, or where too many crowd at its place: then nothing is told apart by them. */
  add(identity: number, index: number): boolean;
  /** The index of an identity, or -1. */
  indexOf(identity: number): number;
}

/** Identities made to share a place must not cost more and more; at half a load others come nowhere near it. */
const FARTHEST = 256;

/** An empty table for at most `count` identities (whole numbers below 2^53, as `identityHash` makes them). */
export function identityTable(count: number): IdentityTable {
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 2));
  const mask = size - 1;
  const identities = new Float64Array(size).fill(-1);
  const indices = new Int32Array(size);

  /** Where an identity is or would be, -1 beyond reach; its upper half is as well mixed as its lower one. */
  function slotOf(identity: number): number {
    let slot = Math.imul((identity / 0x200000) ^ identity, 0x9e3779b1);
    slot = (slot ^ (slot >>> 15)) & mask;
    for (let distance = 0; distance < FARTHEST; distance++) {
      const there = identities[slot];
      if (there === identity || there === -1) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  return {
    add(identity, index) {
      const slot = slotOf(identity);
      if (slot < 0 || identities[slot] === identity) return false;
      identities[slot] = identity;
      indices[slot] = index;
      return true;
    },
    indexOf(identity) {
      const slot = slotOf(identity);
      return identities[slot] === identity ? (indices[slot] ?? -1) : -1;
    },
  };
}
