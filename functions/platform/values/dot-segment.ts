/**
 * Whether a name is `.` or `..`, which URLs resolve to another path: no application and no rule has such a name
 * (interface 10).
 */
export const isDotSegment = (name: string): boolean => name === '.' || name === '..';
