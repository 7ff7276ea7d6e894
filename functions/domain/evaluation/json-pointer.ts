/** A JSON pointer as a URI fragment shows it (RFC 6901, 6): `#/runner/version`; `#` is the whole value. */
export const jsonPointer = (path: readonly (string | number)[]): string =>
  ['#', ...path.map((name) => encodeURIComponent(String(name).replaceAll('~', '~0').replaceAll('/', '~1')))].join('/');
