/** Adds up what `of` reads from each row. */
export function sumOf<T>(rows: Iterable<T>, of: (row: T) => number): number {
  let sum = 0;
  for (const row of rows) sum += of(row);
  return sum;
}
