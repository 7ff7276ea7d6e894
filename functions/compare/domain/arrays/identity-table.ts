/** Indices by unique identity: a hash table with open addressing, sized once for its maximum number of entries. */
export interface IdentityTable {
  /**
   * False if that identity is already present, or its probe sequence is too long; identities then do not distinguish
   * elements.
   */
  add(identity: number, index: number): boolean;
  /** The index of an identity, or -1. */
  indexOf(identity: number): number;
}

/**
 * Maximum probe length: bounds the cost of crafted collisions. At a load of one half, other identities come nowhere
 * near it.
 */
const MAX_PROBES = 256;

/**
 * Creates an empty table for at most `count` identities (integers below 2^53, as `identityHash` returns them) and
 * indices below `count`.
 */
export function identityTable(count: number): IdentityTable {
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 2));
  const mask = size - 1;
  /** Index plus one by slot, 0: empty. */
  const positions = new Int32Array(size);
  const identities = new Float64Array(count);

  /**
   * The slot that contains an identity or would, -1 beyond the maximum probe length; the upper half of an identity is
   * as well mixed as its lower one.
   */
  function slotOf(identity: number): number {
    let slot = Math.imul((identity / 0x200000) ^ identity, 0x9e3779b1);
    slot = (slot ^ (slot >>> 15)) & mask;
    for (let distance = 0; distance < MAX_PROBES; distance++) {
      const there = positions[slot] ?? 0;
      if (there === 0 || identities[there - 1] === identity) return slot;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  return {
    add(identity, index) {
      const slot = slotOf(identity);
      if (slot < 0 || positions[slot] !== 0) return false;
      identities[index] = identity;
      positions[slot] = index + 1;
      return true;
    },
    indexOf(identity) {
      const slot = slotOf(identity);
      return slot < 0 ? -1 : (positions[slot] ?? 0) - 1;
    },
  };
}
