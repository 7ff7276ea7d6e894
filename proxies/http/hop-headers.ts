/**
 * Hop-by-hop headers, which a proxy does not forward (RFC 9110 7.6.1), and `expect`, which the proxy has answered
 * itself.
 */
const HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Returns name and value pairs of a flat list (`rawHeaders`), without hop-by-hop headers. */
export function endToEndHeaders(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  const named = new Set<string>();
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    const lower = name.toLowerCase();
    if (lower === 'connection') for (const one of value.split(',')) named.add(one.trim().toLowerCase());
    if (!HOP.has(lower)) pairs.push([name, value]);
  }
  return named.size === 0 ? pairs : pairs.filter(([name]) => !named.has(name.toLowerCase()));
}
