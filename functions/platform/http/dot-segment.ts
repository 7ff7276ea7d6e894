/** Whether a name is `.` or `..`, which mean another place in an address: no application and no rule is called so (interface 10). */
export const isDotSegment = (name: string): boolean => name === '.' || name === '..';
