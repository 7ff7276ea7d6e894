/**
 * JSON type of a stored excerpt of a difference's side, never its value. `absent` if the side has no value, `text` if
 * it is not JSON.
 */
export type ValueType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'text' | 'absent';

const PREFIXES: readonly (readonly [RegExp, ValueType])[] = [
  [/^\{/, 'object'],
  [/^\[/, 'array'],
  [/^"/, 'string'],
  [/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, 'number'],
  [/^(true|false)$/, 'boolean'],
  [/^null$/, 'null'],
];

/** Determines the type by the first characters, because excerpts are truncated. */
export function valueType(excerpt: string | null): ValueType {
  if (excerpt === null) return 'absent';
  const text = excerpt.trim();
  return PREFIXES.find(([form]) => form.test(text))?.[1] ?? 'text';
}
