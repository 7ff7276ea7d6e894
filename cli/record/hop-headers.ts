/** Hop-by-hop headers, which a proxy does not forward (RFC 9110 7.6.1). */
const HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Returns name and value pairs of `rawHeaders`, without hop-by-hop headers. */
export function endToEndHeaders(raw: readonly string[]): [string, string][] {
  const pairs = raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1] ?? '']] : []));
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) =>
        value
          .toLowerCase()
          .split(',')
          .map((one) => one.trim()),
      ),
  );
  return pairs.filter(([name]) => !HOP.has(name.toLowerCase()) && !named.has(name.toLowerCase()));
}
