import ipaddr from 'ipaddr.js';
import { parseAddress } from '../outbound/egress/addresses.ts';

/** The prefix of an IPv6 address that identifies one customer of a network, who may use any address in it. */
const CUSTOMER_BITS = 64;

/**
 * Returns the key of limits per source: an IPv4 address, also if written in IPv6, or the /64 network of an IPv6
 * address; null for anything else.
 */
export function sourceNetwork(address: string): string | null {
  const read = parseAddress(address);
  if (read === null) return null;
  if (read instanceof ipaddr.IPv4) return read.toString();
  if (read.isIPv4MappedAddress()) return read.toIPv4Address().toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${read.toString()}/${CUSTOMER_BITS}`)}/${CUSTOMER_BITS}`;
}
