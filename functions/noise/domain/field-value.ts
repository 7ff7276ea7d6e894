/** A scalar as noise reduction looks at it: what a string says, or how a number is written. */
export interface FieldValue {
  type: 'string' | 'number';
  text: string;
}

/** Longer values are content, not times or ids. */
const LONGEST = 16_384;

/** The value of a difference's side, written as JSON; null for what no noise is made of. */
export function fieldValue(raw: string | null): FieldValue | null {
  if (raw === null || raw.length > LONGEST) return null;
  if (raw.startsWith('"')) return { type: 'string', text: String(JSON.parse(raw)) };
  return /^-?\d/.test(raw) ? { type: 'number', text: raw } : null;
}
