/**
 * The text of one attribute of a deployment (spec 2.1), with numbers as sent. Null if it is absent, blank, or neither a
 * text nor a number.
 */
export function attributeText(attributes: unknown, key: string): string | null {
  if (typeof attributes !== 'object' || attributes === null || !Object.hasOwn(attributes, key)) return null;
  const value = (attributes as Record<string, unknown>)[key]; // checked above to be an object
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  // Numbers that a double cannot represent are kept as raw JSON (json-text.ts).
  const json = JSON.stringify(value) ?? '';
  return /^-?\d[\d.eE+-]*$/.test(json) ? json : null;
}
