import * as v from 'valibot';

/** Positions in a plan, ascending, stored as the differences between neighbours, which compress to almost nothing. */
export const ItemList = v.pipe(
  v.array(v.number()),
  v.transform((steps) => {
    let item = 0;
    return steps.map((step) => {
      item += step;
      return item;
    });
  }),
);

/** Returns the stored form of positions, given in any order. */
export function itemSteps(items: readonly number[]): number[] {
  let before = 0;
  return items
    .toSorted((a, b) => a - b)
    .map((item) => {
      const step = item - before;
      before = item;
      return step;
    });
}

/** Index of the first of ascending positions that is not below `item`; their number where all are. */
export function firstFrom(ascending: readonly number[], item: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < item) low = middle + 1;
    else high = middle;
  }
  return low;
}
