import { bareName } from '../../http/own-origin.ts';
import { parseAddress, reachableThrough } from '../../outbound/egress/addresses.ts';

/** Names of this machine for itself (RFC 6761 6.3, RFC 1122 3.2.1.3, RFC 4291 2.5.3). */
const LOOPBACK = /^(?:localhost|(?:[\w-]+\.)+localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Where the service listens, whether it requires a password, and the names that it is called by. */
export interface Listening {
  host: string;
  basicAuth: object | null;
  publicUrl: string;
  allowedHosts: readonly string[];
}

/**
 * Whether to serve a request with this `Host`, which arrived at that address of this machine. Any website may point a
 * name of its own at the service (DNS rebinding), so it serves loopback names, the address itself, HOST, the name of
 * SVC_PUBLIC_URL and SVC_ALLOWED_HOSTS only. With a password any name is served: a browser keeps passwords by name.
 */
export function allowedHosts({
  host,
  basicAuth,
  publicUrl,
  allowedHosts: further,
}: Listening): (asked: string, localAddress: string | undefined) => boolean {
  if (basicAuth !== null) return () => true;
  const names = new Set([host, new URL(publicUrl).hostname, ...further].map((name) => bareName(name.toLowerCase())));
  return (asked, localAddress) => {
    const name = bareName(URL.parse(`http://${asked}`)?.hostname ?? '');
    return LOOPBACK.test(name) || names.has(name) || isAddress(name, localAddress);
  };
}

const isAddress = (name: string, address: string | undefined): boolean =>
  canonical(name) !== null && canonical(name) === canonical(address ?? '');

/** An address in one spelling: a socket that listens for both families writes IPv4 addresses in IPv6. */
function canonical(text: string): string | null {
  const address = parseAddress(text);
  return address && (reachableThrough(address)[0] ?? address).toNormalizedString();
}
