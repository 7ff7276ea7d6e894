import * as v from 'valibot';

/** Positions in a plan, ascending, stored as the steps from one to the next, which compress to almost nothing. */
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

/** The stored form of positions, which may come in any order. */
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
