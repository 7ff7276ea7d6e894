import { type CidrRange, cidrRange } from './addresses.ts';

type Row = readonly [cidr: string, because: string];

/** Denied in every mode; in aws mode no ALLOW entry overrides a row (docs/egress.md). */
const ALWAYS: readonly Row[] = [
  ['169.254.0.0/16', 'link-local: instance metadata, container credentials'],
  ['fe80::/10', 'link-local'],
  ['fd00:ec2::/32', 'EC2 metadata over IPv6'],
  ['fd20:ce::/32', 'Google Cloud metadata over IPv6'],
  ['0.0.0.0/8', 'this host on this network: reaches loopback on Linux'],
  ['::/128', 'unspecified: reaches loopback on Linux'],
  ['224.0.0.0/4', 'multicast'],
  ['ff00::/8', 'multicast'],
  ['255.255.255.255/32', 'broadcast'],
  ['240.0.0.0/4', 'reserved'],
  ['100.100.100.200/32', 'Alibaba Cloud metadata'],
  ['168.63.129.16/32', 'Azure platform services'],
  ['192.0.0.0/24', 'IETF protocol assignments: 192.0.0.192 is the metadata service of Oracle Cloud'],
];

const LOOPBACK: readonly Row[] = [
  ['127.0.0.0/8', 'the runtime API of a Lambda function and its agents answer here'],
  ['::1/128', 'the same over IPv6'],
];

const PRIVATE: readonly Row[] = [
  ['10.0.0.0/8', 'RFC 1918'],
  ['172.16.0.0/12', 'RFC 1918'],
  ['192.168.0.0/16', 'RFC 1918'],
  ['100.64.0.0/10', 'RFC 6598'],
  ['fc00::/7', 'RFC 4193'],
];

const ranges = (rows: readonly Row[]): readonly CidrRange[] => rows.map(([cidr]) => cidrRange(cidr));

/** Ranges denied in every mode. */
export const alwaysDenied = ranges(ALWAYS);

/** The host itself. */
export const loopback = ranges(LOOPBACK);

/** Networks of an organization, which its proxy for the internet does not lead to. */
export const privateRanges = ranges([...PRIVATE, ...LOOPBACK]);
