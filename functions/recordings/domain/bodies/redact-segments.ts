/** A pattern of a rule by its segments: `null` is selected, `*` stands for any segment. */
type SegmentPattern = readonly (string | null)[];

/** Reads patterns such as `/users/{mail}/orders/*`. */
export const segmentPatterns = (patterns: readonly string[]): SegmentPattern[] =>
  patterns.map((one) => one.split('/').map((segment) => (/^\{.*\}$/.test(segment) ? null : segment)));

/** Replaces the segments of a path that patterns select; the query, and all other segments, stay as they are. */
export function redactSegments(
  path: string,
  patterns: readonly SegmentPattern[],
  replace: (segment: string) => string,
): string {
  if (patterns.length === 0) return path;
  const query = path.indexOf('?');
  const end = query < 0 ? path.length : query;
  const segments = path.slice(0, end).split('/');
  const matching = patterns.filter((one) => matches(one, segments));
  if (matching.length === 0) return path;
  const redacted = segments.map((segment, at) =>
    segment !== '' && matching.some((one) => one[at] === null) ? replace(segment) : segment,
  );
  return redacted.join('/') + path.slice(end);
}

const matches = (pattern: SegmentPattern, segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((wanted, at) => wanted === null || wanted === '*' || wanted === segments[at]);
