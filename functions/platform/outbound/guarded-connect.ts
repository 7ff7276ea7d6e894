import type { LookupAddress } from 'node:dns';
import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { asError, type Connect, only } from './connect.ts';
import { EGRESS_DENIED, failureEnd } from './connection-failure.ts';
import { privateRanges } from './egress/address-lists.ts';
import { isIn, parseAddress, reachableThrough } from './egress/addresses.ts';
import { denialOfAnswers } from './egress/denial.ts';
import type { Lookup } from './egress/lookup.ts';
import { type EgressDenial, type EgressPolicy, type EgressTarget, isLiteral } from './egress/policy.ts';
import type { ProxyTunnel } from './proxy-tunnel.ts';

export interface GuardedConnector {
  connect: buildConnector.connector;
  /** True while a connection that has just opened takes its first request. */
  isOpening(): boolean;
}

interface GuardedConnectorOptions {
  lookup: Lookup;
  connect: Connect;
  /** Leads to addresses beyond private networks. Without one they are connected to directly. */
  tunnel?: ProxyTunnel | null;
  timeoutMs: number;
  onDenial(denial: EgressDenial): void;
}

/**
 * How a target is connected to: at one of these addresses (none of an address literal), or by the proxy to `host:port`.
 */
type Route = { addresses: readonly LookupAddress[] } | { tunnel: ProxyTunnel; authority: string };

/**
 * Opens connections that the egress policy allows. A name is resolved once: one denied address denies the name, and the
 * socket, or the proxy, gets exactly the checked addresses, so that a second lookup cannot lead elsewhere. A proxy
 * resolves only names that SVC_EGRESS_ALLOW has (decision 028).
 */
export function guardedConnector(
  policy: Pick<EgressPolicy, 'ofUrl' | 'ofAddress'>,
  { lookup, connect, tunnel = null, timeoutMs, onDenial }: GuardedConnectorOptions,
): GuardedConnector {
  let opening = false;
  const denied = (denial: EgressDenial) => {
    onDenial(denial);
    return Object.assign(new Error('denied by the egress policy'), { code: EGRESS_DENIED });
  };

  async function checkedAddresses(target: EgressTarget): Promise<readonly LookupAddress[]> {
    const addresses = await lookup(target.hostname);
    const denial = denialOfAnswers(policy, target, addresses);
    if (denial !== null) throw denied(denial);
    if (addresses.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
    return addresses;
  }

  async function routeTo(target: EgressTarget): Promise<Route> {
    if (tunnel === null) return { addresses: isLiteral(target) ? [] : await checkedAddresses(target) };
    if (isLiteral(target))
      return isPrivate(target.hostname) ? { addresses: [] } : { tunnel, authority: authorityOf(target) };
    const isNamed = tunnel.mayResolve(target);
    const addresses = await checkedAddresses(target).catch((error: unknown) => {
      // Where the name servers do not know it, the proxy does.
      if (isNamed && failureEnd(error) === 'dns') return null;
      throw error;
    });
    const beyond = addresses?.find(({ address }) => !isPrivate(address));
    if (addresses !== null && beyond === undefined) return { addresses };
    return { tunnel, authority: authorityOf(target, isNamed ? undefined : beyond?.address) };
  }

  return {
    isOpening: () => opening,

    connect(options, callback) {
      /** undici passes the first request to the new socket before this returns. */
      const opened: buildConnector.Callback = (...result) => {
        opening = true;
        try {
          callback(...result);
        } finally {
          opening = false;
        }
      };
      const connected = (addresses: readonly LookupAddress[], httpSocket?: Socket) =>
        connect({ lookup: only(addresses), timeout: timeoutMs, allowH2: false })(
          { ...options, ...(httpSocket && { httpSocket }) },
          opened,
        );
      async function open(target: EgressTarget): Promise<void> {
        const route = await routeTo(target);
        if ('addresses' in route) return void connected(route.addresses);
        const socket = await route.tunnel.open(route.authority, timeoutMs);
        if (options.protocol === 'https:') connected([], socket);
        else opened(null, socket);
      }

      const decision = policy.ofUrl(`${options.protocol}//${options.host ?? options.hostname}`);
      if ('denial' in decision) return callback(denied(decision.denial), null);
      open(decision.target).catch((error: unknown) => callback(asError(error), null));
    },
  };
}

const isPrivate = (text: string): boolean => {
  const address = parseAddress(text);
  return address !== null && reachableThrough(address).some((end) => isIn(end, privateRanges));
};

/** `host:port` of a target, with an address in place of its name. */
function authorityOf({ hostname, port }: EgressTarget, address = hostname): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}
