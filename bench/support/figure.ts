/** One line of a bench's output. */
export interface Figure {
  name: string;
  value: string;
}

/** A figure with its unit. Small numbers keep two decimals. */
export const figure = (name: string, value: number, unit: string): Figure => ({
  name,
  value: `${value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 })} ${unit}`.trimEnd(),
});
