/**
 * A JSON pointer as a URI fragment (RFC 6901, 6): `#/runner/version`; `#` is the whole value. A lone surrogate, which a
 * URI cannot contain, becomes U+FFFD.
 */
export const jsonPointer = (path: readonly (string | number)[]): string => ['#', ...path.map(escaped)].join('/');

const escaped = (name: string | number): string =>
  encodeURIComponent(String(name).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1'));
