/** What stands for values beyond the maximum, and for texts with other characters. */
const OTHER = 'other';
const WORD = /^[\w.:/*{}-]{1,150}$/;

/**
 * Bounds the values of a label: the first `max` words are kept, and each other value becomes `other`. A code or a name
 * that should be one of a few thus never becomes a series for each request.
 */
export function knownValues(max: number): (value: unknown) => string {
  const known = new Set<string>();
  return (value) => {
    if (typeof value !== 'string' || !WORD.test(value)) return OTHER;
    if (known.has(value)) return value;
    if (known.size >= max) return OTHER;
    known.add(value);
    return value;
  };
}
