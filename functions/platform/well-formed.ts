/** A JSON value with lone surrogates, which recordings may hold and canonical JSON cannot say, replaced by U+FFFD. */
export function wellFormed<T>(value: T): T {
  // The shape stays: only texts change.
  return replaced(value) as T;
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), replaced(member)]));
}
