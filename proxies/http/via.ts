/** The name by which a proxy of the command line tells others of itself (RFC 9110 7.6.3). */
export type Pseudonym = 'replay-record' | 'replay-mock';

/**
 * Appends the entry of this proxy to `Via`, whose lines become one. `version` is the HTTP version that was received.
 */
export function withVia(
  headers: readonly (readonly [string, string])[],
  version: string,
  pseudonym: Pseudonym,
): [string, string][] {
  const before: string[] = [];
  const others: [string, string][] = [];
  for (const [name, value] of headers) {
    if (name.length === 3 && name.toLowerCase() === 'via') before.push(value);
    else others.push([name, value]);
  }
  return [...others, ['via', [...before, `${version} ${pseudonym}`].join(', ')]];
}
