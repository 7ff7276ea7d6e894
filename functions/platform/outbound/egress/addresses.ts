import ipaddr from 'ipaddr.js';

/** An address parsed by ipaddr.js. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A network and the length of its prefix. */
export type CidrRange = readonly [network: Address, prefix: number];

/** Parses an IP address (an IPv6 zone is dropped); null if it is invalid. */
export function parseAddress(text: string): Address | null {
  const bare = text.replace(/%.*$/, '');
  return isWhole(bare) ? ipaddr.parse(bare) : null;
}

/** Parses a CIDR range, or a single address as the range that contains only it; null for anything else. */
export function parseCidr(text: string): CidrRange | null {
  const [network, prefix, more] = text.split('/');
  if (network === undefined || more !== undefined || !isWhole(network)) return null;
  const address = ipaddr.parse(network);
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return [address, bits];
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? [address, Number(prefix)] : null;
}

/** Parses a range of our own tables; throws where `parseCidr` returns null, so that no row is lost. */
export const cidrRange = (text: string): CidrRange => ipaddr.parseCIDR(text);

/** Whether one of the ranges contains an address. */
export const isIn = (address: Address, ranges: readonly CidrRange[]): boolean =>
  ranges.some(([network, prefix]) => network.kind() === address.kind() && address.match([network, prefix]));

/**
 * Returns every address where a packet to this one may arrive: itself, and the IPv4 addresses embedded in it (NAT64,
 * 6to4, Teredo and similar). A form that only spells an IPv4 address differently is that address and nothing else.
 */
export function reachableThrough(address: Address): readonly Address[] {
  if (address.kind() === 'ipv4') return [address];
  const bytes = address.toByteArray();
  const spelled = SPELLINGS.find(([ranges]) => isIn(address, ranges) && !isHostItself(bytes));
  if (spelled) return spelled[1].map((positions) => ipv4At(bytes, positions));
  const inside = (forms: readonly Form[]) =>
    forms
      .filter(([ranges]) => isIn(address, ranges))
      .flatMap(([, embedded]) => embedded.map((positions) => ipv4At(bytes, positions)));
  return [
    address,
    ...inside(TUNNELS),
    ...inside(LOCAL_NAT64).filter((inner) => inner.toByteArray()[0] !== 0),
    ...(isIn(address, TEREDO)
      ? [
          ipv4At(bytes, [4, 5, 6, 7]),
          ipv4At(
            bytes.map((byte) => byte ^ 0xff),
            LAST,
          ),
        ]
      : []),
  ];
}

type Positions = readonly [number, number, number, number];
type Form = readonly [ranges: readonly CidrRange[], embedded: readonly Positions[]];

const LAST: Positions = [12, 13, 14, 15];

const range = (text: string): readonly CidrRange[] => [cidrRange(text)];

/** An IPv4 address written in IPv6. */
const SPELLINGS: readonly Form[] = [
  [range('::ffff:0:0/96'), [LAST]],
  [range('::ffff:0:0:0/96'), [LAST]],
  [range('::/96'), [LAST]],
];

/** IPv6 addresses whose gateway forwards the packet to the embedded IPv4 address (RFC 6052, RFC 3056). */
const TUNNELS: readonly Form[] = [
  [range('64:ff9b::/96'), [LAST]],
  [range('2002::/16'), [[2, 3, 4, 5]]],
];

/**
 * The same for a network's own prefixes (RFC 8215), whose length is unknown: every position of RFC 6052 counts, except
 * where it reads an address that starts with 0, which is the padding of another position.
 */
const LOCAL_NAT64: readonly Form[] = [
  [range('64:ff9b:1::/48'), [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], LAST]],
];

/** Contains the server's IPv4 address, and the client's with every bit inverted (RFC 4380). */
const TEREDO = range('2001::/32');

/** `::` and `::1` are in the IPv4-compatible range and mean this host. */
const isHostItself = (bytes: readonly number[]) =>
  bytes.slice(0, 15).every((byte) => byte === 0) && (bytes[15] ?? 0) <= 1;

const ipv4At = (bytes: readonly number[], positions: Positions): Address =>
  ipaddr.fromByteArray(positions.map((at) => bytes[at] ?? 0));

/** ipaddr.js also accepts `127.1` and octal; in a setting or a DNS response only the four-part form is an address. */
const isWhole = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
