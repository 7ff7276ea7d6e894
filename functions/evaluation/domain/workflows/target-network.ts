import { parseAddress } from '../../../platform/outbound/egress/addresses.ts';
import { matchesAddress, matchesName, parseEntries } from '../../../platform/outbound/egress/entries.ts';
import type { EnvironmentManifest } from '../manifests/manifests.ts';

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Whether the environment's network allows access to its target (evaluation 3.5). Host names are compared literally,
 * not resolved.
 */
export function isTargetInNetwork({ target_env, network }: EnvironmentManifest): boolean {
  if (target_env === undefined || network.mode === 'open') return true;
  if (network.mode === 'none') return false;
  const { protocol, hostname, port } = new URL(target_env.trim());
  const host = hostname.replace(/^\[|\]$|\.$/g, '');
  const entries = parseEntries(network.hosts);
  const at = port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port);
  const address = parseAddress(host);
  return matchesName(entries, host, at) || (address !== null && matchesAddress(entries, address, at));
}
