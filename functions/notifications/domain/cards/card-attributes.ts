/** The text of one attribute of a deployment (spec 2.1), numbers as written; null where it is absent, blank, or not a text or number. */
export function attributeText(attributes: unknown, key: string): string | null {
  if (typeof attributes !== 'object' || attributes === null || !Object.hasOwn(attributes, key)) return null;
  const value = (attributes as Record<string, unknown>)[key]; // an object, as just checked
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  // Numbers that a double cannot hold are kept as raw JSON (json-text.ts).
  const json = JSON.stringify(value) ?? '';
  return /^-?\d[\d.eE+-]*$/.test(json) ? json : null;
}
