/**
 * Caches the parsed form of the latest stored values. While the stored bytes or text are the same, the same object is
 * returned, so that derived values can be cached by its identity. The row is still read every time. What could not be
 * read (undefined) is tried again.
 */
export function parseCache<T>(max: number) {
  const known = new Map<string, { stored: Uint8Array | string; value: T }>();

  return async (key: string, stored: Uint8Array | string, parse: () => T | Promise<T>): Promise<T> => {
    const before = known.get(key);
    known.delete(key);
    const value = before && isSame(before.stored, stored) ? before.value : await parse();
    if (value === undefined) return value;
    known.set(key, { stored, value });
    const [oldest] = known.keys();
    if (known.size > max && oldest !== undefined) known.delete(oldest);
    return value;
  };
}

function isSame(one: Uint8Array | string, other: Uint8Array | string): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  return Buffer.compare(one, other) === 0;
}
