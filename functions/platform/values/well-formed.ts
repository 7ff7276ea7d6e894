/**
 * Replaces lone surrogates, which recordings may contain and canonical JSON cannot express, by U+FFFD in a JSON value.
 */
export function wellFormed<T>(value: T): T {
  // The shape is unchanged: only texts change.
  return replaced(value) as T;
}

function replaced(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaced);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), replaced(member)]));
}
