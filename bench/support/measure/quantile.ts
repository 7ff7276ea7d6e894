/** Quantile `of` (0..1) of the values, by nearest rank. NaN for an empty list. */
export function quantile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(of * sorted.length) - 1)] ?? Number.NaN;
}

/** Median of the values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
