import { loopback } from '../../platform/outbound/egress/address-lists.ts';
import { isIn, parseAddress, reachableThrough } from '../../platform/outbound/egress/addresses.ts';
import type { World } from '../../platform/world.ts';

/** How long the addresses of a name are remembered, ms. */
const KNOWN_MS = 5_000;
/** Maximum remembered names; the oldest are dropped first. */
const MAX_KNOWN = 1_000;

/** Recognises connections of instances under test by the addresses that their names have. */
export function targetSide({ egress, elapsed }: Pick<World, 'egress' | 'elapsed'>) {
  const known = new Map<string, { addresses: Promise<readonly string[]>; until: number }>();

  function addressesOf(host: string): Promise<readonly string[]> {
    const found = known.get(host);
    if (found !== undefined && elapsed() < found.until) return found.addresses;
    const addresses = egress.addresses(host);
    known.delete(host);
    known.set(host, { addresses, until: elapsed() + KNOWN_MS });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    return addresses;
  }

  return {
    /** Whether a connection from `address` comes from that host. Every address of loopback is this machine. */
    async isOf(host: string, address: string): Promise<boolean> {
      const source = whole(address);
      if (source === null) return false;
      const isLocal = isIn(source, loopback);
      return (await addressesOf(host)).some((one) => {
        const own = whole(one);
        if (own === null) return false;
        return own.toNormalizedString() === source.toNormalizedString() || (isLocal && isIn(own, loopback));
      });
    },
  };
}

/** An address in one spelling: a socket that listens for both families writes IPv4 addresses in IPv6. */
function whole(text: string) {
  const address = parseAddress(text);
  return address && (reachableThrough(address)[0] ?? address);
}
