/** A JSON value as text: members by name, so that their order does not count. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null || isRawJSON(value)) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(',')}}`;
}

/** TypeScript's library does not declare ES2025 raw JSON yet. */
const { isRawJSON } = JSON as typeof JSON & { isRawJSON(value: unknown): value is { rawJSON: string } };
