/** Stands for a value that the reader may not see. */
export const MASK = '***';

/** The headers with a mask for each value. */
export const maskedHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));

/**
 * Replaces masks with the stored value of the same name, case-insensitively; null if a masked header has no stored
 * value.
 */
export function withoutMasks(
  sent: Readonly<Record<string, string>>,
  stored: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const known = new Map(Object.entries(stored).map(([name, value]) => [name.toLowerCase(), value]));
  const whole: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const meant = value === MASK ? known.get(name.toLowerCase()) : value;
    if (meant === undefined) return null;
    whole[name] = meant;
  }
  return whole;
}
