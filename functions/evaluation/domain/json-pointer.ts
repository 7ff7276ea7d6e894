/**
 * A JSON pointer as a URI fragment shows it (RFC 6901, 6): `#/runner/version`; `#` is the whole value. Half of a surrogate pair, which no
 * URI can hold, is shown as U+FFFD.
 */
export const jsonPointer = (path: readonly (string | number)[]): string => ['#', ...path.map(escaped)].join('/');

const escaped = (name: string | number): string =>
  encodeURIComponent(String(name).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
