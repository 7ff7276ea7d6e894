import { isIP, SocketAddress } from 'node:net';

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;

const canonical = (address: string) =>
  new SocketAddress({ address, family: isIP(address) === 6 ? 'ipv6' : 'ipv4' }).address;

/** A host as constraints of a CA have it: an address, or a name in small letters. Null if it is neither. */
export function constraintHost(text: string): string | null {
  const host = text.toLowerCase();
  if (isIP(host) !== 0) return host.includes('%') ? null : canonical(host);
  return NAME.test(host) && !/^[\d.]+$/.test(host) ? host : null;
}

/** Whether a CA that is limited to `hosts` may sign for a host; a name includes its subdomains. Null is not a limit. */
export function isPermittedHost(hosts: readonly string[] | null, host: string): boolean {
  if (hosts === null) return true;
  const asked = constraintHost(host);
  if (asked === null) return false;
  return hosts.some(
    (one) => (isIP(one) === 0 && isIP(asked) === 0 && asked.endsWith(`.${one}`)) || canonicalOr(one) === asked,
  );
}

const canonicalOr = (host: string) => (isIP(host) === 0 ? host : canonical(host));
