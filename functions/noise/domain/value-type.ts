/** The JSON types of excerpts; `absent` without a value, `text` if it is not JSON. */
export const VALUE_TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null', 'text', 'absent'] as const;

/** JSON type of a stored excerpt of a difference's side, never its value. */
export type ValueType = (typeof VALUE_TYPES)[number];

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
