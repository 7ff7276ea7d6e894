import { type Address, type CidrRange, isIn, parseAddress, reachableThrough } from '../../outbound/egress/addresses.ts';

/**
 * The address of the client of a request: the peer of the connection, or where that is a trusted proxy, the last
 * address of `X-Forwarded-For` that no trusted proxy has. What stands before it in the header may be anything that the
 * client sent.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: readonly CidrRange[]): string {
  let client = peer;
  for (const entry of (forwardedFor ?? '').split(',').reverse()) {
    const address = parsed(client);
    if (address === null || !isIn(address, trusted) || parsed(entry.trim()) === null) return client;
    client = entry.trim();
  }
  return client;
}

/** An address in one form: a socket of both families writes IPv4 addresses in IPv6. */
function parsed(text: string): Address | null {
  const address = parseAddress(text);
  return address && (reachableThrough(address)[0] ?? address);
}
