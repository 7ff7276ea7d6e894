/** JSON type of a stored excerpt of one side of a difference, never its value; `absent` where that side has nothing, `text` where it is no JSON. */
export type ValueType = 'object' | 'array' | 'string' | 'number' | 'boolean' | 'null' | 'text' | 'absent';

const BEGINNINGS: readonly (readonly [RegExp, ValueType])[] = [
  [/^\{/, 'object'],
  [/^\[/, 'array'],
  [/^"/, 'string'],
  [/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/, 'number'],
  [/^(true|false)$/, 'boolean'],
  [/^null$/, 'null'],
];

/** Tells the type by the beginning, for excerpts are cut. */
export function valueType(excerpt: string | null): ValueType {
  if (excerpt === null) return 'absent';
  const text = excerpt.trim();
  return BEGINNINGS.find(([form]) => form.test(text))?.[1] ?? 'text';
}
