import { lookup as systemLookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { alwaysDenied, loopback } from '../../functions/platform/outbound/egress/address-lists.ts';
import {
  type Address,
  isIn,
  parseAddress,
  reachableThrough,
} from '../../functions/platform/outbound/egress/addresses.ts';
import { denialOfAnswers } from '../../functions/platform/outbound/egress/denial.ts';
import type { Lookup } from '../../functions/platform/outbound/egress/lookup.ts';
import {
  type EgressDenial,
  type EgressPolicy,
  type EgressTarget,
  egressTarget,
  isLiteral,
} from '../../functions/platform/outbound/egress/policy.ts';

/** What a proxy answers, with status 403, instead of connecting to a destination that it refuses. */
export const REFUSED_TEXT =
  'replay: the proxy does not connect to the service itself, nor to loopback or link-local addresses that are not listed; --allow-destination host:port lists one\n';

/** Where a proxy may connect to. */
export interface Destinations {
  policy: Pick<EgressPolicy, 'ofUrl' | 'ofAddress'>;
  lookup: Lookup;
}

export interface DestinationOptions {
  /** The service, which is refused even if it is listed. */
  service: URL;
  /** The loopback and link-local destinations that are not refused. */
  listed: readonly URL[];
  lookup?: Lookup;
  /** Addresses of this machine. */
  own?: () => readonly string[];
}

/**
 * Decides where the proxies of `replay record` and `replay mock` connect to. A request through them arrives from the
 * address and the user of the proxy, so it must not reach what trusts these.
 */
export async function destinations({
  service,
  listed,
  lookup = (name) => systemLookup(name, { all: true }),
  own = ownAddresses,
}: DestinationOptions): Promise<Destinations> {
  const self = egressTarget(service);
  const names = listed.map(egressTarget);
  const served = isLiteral(self)
    ? [self.hostname]
    : (await lookup(self.hostname).catch(() => [])).map(({ address }) => address);
  const ends = served.flatMap(endsOf);
  const isLocal = ends.some((end) => isIn(end, loopback) || isOneOf(end, own().flatMap(endsOf)));

  const isService = ({ hostname, port }: EgressTarget, end: Address): boolean => {
    if (port !== self.port) return false;
    if (hostname === self.hostname || isOneOf(end, ends)) return true;
    return isLocal && (isIn(end, loopback) || isIn(end, UNSPECIFIED) || isOneOf(end, own().flatMap(endsOf)));
  };

  const isListed = ({ hostname, port }: EgressTarget, end: Address): boolean =>
    names.some(
      (one) =>
        one.port === port &&
        (one.hostname === hostname ||
          endsOf(one.hostname).some((address) => isOneOf(address, [end])) ||
          (one.hostname === 'localhost' && isIn(end, loopback))),
    );

  function ofEnd(target: EgressTarget, end: Address): EgressDenial | null {
    if (isService(target, end)) return 'own-address';
    const isGuarded = isIn(end, loopback) || isIn(end, alwaysDenied);
    return isGuarded && !isListed(target, end) ? 'denied-address' : null;
  }

  const ofAddress = (target: EgressTarget, text: string): EgressDenial | null => {
    const address = parseAddress(text);
    if (address === null) return 'denied-address';
    const denials = reachableThrough(address).map((end) => ofEnd(target, end));
    return denials.find((denial) => denial !== null) ?? null;
  };

  const policy: Pick<EgressPolicy, 'ofUrl' | 'ofAddress'> = {
    ofAddress,
    ofUrl(text) {
      const target = egressTarget(new URL(text));
      const isOwnName = target.hostname === self.hostname && target.port === self.port;
      const denial = isOwnName ? 'own-address' : isLiteral(target) ? ofAddress(target, target.hostname) : null;
      return denial === null ? { target } : { denial };
    },
  };
  return { policy, lookup };
}

/** The checked addresses of a destination, at least one; 'refused' or 'unknown' where there are none to connect to. */
export async function addressesOf(
  { policy, lookup }: Destinations,
  url: URL,
): Promise<readonly { address: string; family: number }[] | 'refused' | 'unknown'> {
  const decision = policy.ofUrl(url.href);
  if ('denial' in decision) return 'refused';
  const { hostname } = decision.target;
  if (isLiteral(decision.target)) return [{ address: hostname, family: hostname.includes(':') ? 6 : 4 }];
  const found = await lookup(hostname).catch(() => []);
  if (denialOfAnswers(policy, decision.target, found) !== null) return 'refused';
  return found.length === 0 ? 'unknown' : found;
}

/** Linux connects these to loopback. */
const UNSPECIFIED = alwaysDenied.filter(([network]) => ['0.0.0.0', '::'].includes(network.toString()));

const endsOf = (text: string): readonly Address[] => {
  const address = parseAddress(text);
  return address === null ? [] : reachableThrough(address);
};

const isOneOf = (address: Address, others: readonly Address[]): boolean =>
  others.some((other) => other.toNormalizedString() === address.toNormalizedString());

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []);
