/** A scalar as noise reduction sees it: the content of a string, or the text of a number. */
export interface FieldValue {
  type: 'string' | 'number';
  text: string;
}

/** Longer values are content rather than times or ids. */
const MAX_LENGTH = 16_384;

/** Parses one side of a difference, given as JSON. Null for values that cannot be noise. */
export function fieldValue(raw: string | null): FieldValue | null {
  if (raw === null || raw.length > MAX_LENGTH) return null;
  if (raw.startsWith('"')) return { type: 'string', text: String(JSON.parse(raw)) };
  return /^-?\d/.test(raw) ? { type: 'number', text: raw } : null;
}

/** The content of a string of any length, given as JSON; null for any other value. */
export const textOf = (raw: string | null): string | null => (raw?.startsWith('"') ? String(JSON.parse(raw)) : null);
