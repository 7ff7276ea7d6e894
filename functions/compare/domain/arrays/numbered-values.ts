/** Beyond this distance, an entry is kept apart: bounds the cost of crafted collisions. */
const MAX_PROBES = 64;

/** Lists of values as small integers from 0 on: equal values have equal numbers. */
export function numberedValues<Lists extends readonly ArrayLike<number>[]>(
  ...lists: Lists
): { [List in keyof Lists]: Int32Array } {
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const size = 2 ** Math.ceil(Math.log2(total * 2 + 2));
  const mask = size - 1;
  /** Number plus one by slot, 0: empty. */
  const slots = new Int32Array(size);
  const values = new Float64Array(total);
  const crowded = new Map<number, number>();
  let count = 0;

  function numberOf(value: number): number {
    let slot = Math.imul((value / 0x200000) ^ value, 0x9e3779b1);
    slot = (slot ^ (slot >>> 15)) & mask;
    for (let distance = 0; distance < MAX_PROBES; distance++) {
      const there = slots[slot] ?? 0;
      if (there > 0 && values[there - 1] === value) return there - 1;
      if (there === 0) {
        values[count++] = value;
        slots[slot] = count;
        return count - 1;
      }
      slot = (slot + 1) & mask;
    }
    const known = crowded.get(value) ?? count++;
    crowded.set(value, known);
    return known;
  }

  // A mapped tuple has the same keys; `map` types it as an array.
  return lists.map((list) => Int32Array.from(list, numberOf)) as { [List in keyof Lists]: Int32Array };
}

/** The same for texts. */
export function numberedTexts(...lists: readonly (readonly string[])[]): Int32Array[] {
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  return lists.map((list) => Int32Array.from(list, numberOf));
}
