import { type Address, type CidrRange, isIn, parseCidr } from './addresses.ts';

/** One entry of SVC_EGRESS_ALLOW or SVC_EGRESS_DENY: addresses or names, on one port or on all (null). */
export type EgressEntry = { port: number | null } & (
  | { kind: 'range'; range: CidrRange }
  | { kind: 'host'; host: string }
  | { kind: 'suffix'; suffix: string }
);

const NAME = /^(\*?\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*$/;

/** Parses a list of entries; throws on one that is neither CIDR, address, host, suffix nor one of these with a port. */
export function parseEntries(texts: readonly string[]): readonly EgressEntry[] {
  return texts.map((text) => {
    const entry = parseEntry(text.trim().toLowerCase());
    if (entry === null)
      throw new Error('an entry of the egress lists is neither a CIDR, a host, a suffix nor host:port');
    return entry;
  });
}

/** Whether all are valid entries, for the settings, whose error names the variable. */
export const areEntries = (texts: readonly string[]): boolean =>
  texts.every((text) => parseEntry(text.trim().toLowerCase()) !== null);

/** Whether an entry matches this name on this port. */
export const matchesName = (entries: readonly EgressEntry[], hostname: string, port: number): boolean =>
  entries.some(
    (entry) =>
      (entry.port === null || entry.port === port) &&
      ((entry.kind === 'host' && entry.host === hostname) ||
        (entry.kind === 'suffix' && hostname.endsWith(entry.suffix))),
  );

/** Whether an entry matches this address on this port. */
export const matchesAddress = (entries: readonly EgressEntry[], address: Address, port: number): boolean =>
  entries.some(
    (entry) => entry.kind === 'range' && (entry.port === null || entry.port === port) && isIn(address, [entry.range]),
  );

function parseEntry(text: string): EgressEntry | null {
  const whole = parseCidr(text);
  if (whole !== null) return { kind: 'range', range: whole, port: null };
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = (bracketed ?? plain)?.replace(/\.$/, '');
  const port = digits === undefined ? null : Number(digits);
  if (host === undefined || (port !== null && port > 65_535)) return null;
  const range = parseCidr(host);
  if (range !== null) return { kind: 'range', range, port };
  if (bracketed !== undefined || !NAME.test(host)) return null;
  const suffix = /^\*?(\..+)$/.exec(host)?.[1];
  return suffix === undefined ? { kind: 'host', host, port } : { kind: 'suffix', suffix, port };
}
