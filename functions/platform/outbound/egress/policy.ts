import { alwaysDenied, loopback } from './address-lists.ts';
import { type Address, isIn, parseAddress, reachableThrough } from './addresses.ts';
import { matchesAddress, matchesName, parseEntries } from './entries.ts';

/** Why a connection is denied, in terms that reveal nothing about the url. */
export type EgressDenial =
  | 'not-a-url'
  | 'too-long'
  | 'scheme'
  | 'userinfo'
  | 'port'
  | 'own-address'
  | 'denied-entry'
  | 'denied-address'
  | 'not-allowed';

export interface EgressSettings {
  mode: 'aws' | 'standalone' | 'strict';
  /** CIDR, address, host, `.suffix` or `*.suffix`, each except a CIDR optionally with `:port`. */
  allow: readonly string[];
  /** The same; overrides everything. The worlds add their own addresses that no request may reach. */
  deny: readonly string[];
  denyPorts: readonly number[];
  /**
   * Ports of 127.0.0.1 at which this process runs targets itself: allowed in every mode, unless an entry denies them.
   */
  granted?: () => readonly number[];
  /** Where the service listens (besides loopback), once it does. */
  own?: () => { addresses: () => readonly string[]; port: number } | null;
}

/** The target of a url, as its parser reads it. */
export interface EgressTarget {
  protocol: 'http:' | 'https:';
  /** Lower case, without brackets and without a trailing dot. */
  hostname: string;
  port: number;
  /** `http://host:port`, for the connection. */
  origin: string;
}

export type EgressDecision = { target: EgressTarget } | { denial: EgressDenial };

/** Decides what the service may connect to; a name is allowed only together with every address that it resolves to. */
export interface EgressPolicy {
  /** Parses a url and applies the checks that need no DNS; for an address literal the decision is final. */
  ofUrl(url: string): EgressDecision;
  /** Whether this DNS result may be connected to for that target. */
  ofAddress(target: EgressTarget, address: string): EgressDenial | null;
  /** Whether an entry of SVC_EGRESS_ALLOW has the name of a target. */
  isAllowedByName(target: EgressTarget): boolean;
}

const MAX_URL_LENGTH = 2048;

/**
 * Creates the egress policy of docs/egress.md; throws on an invalid entry, since ignoring one would leave a gap in the
 * deny list.
 */
export function egressPolicy({ mode, allow, deny, denyPorts, own, granted = () => [] }: EgressSettings): EgressPolicy {
  const allowed = parseEntries(allow);
  const allowedPorts = allowed.filter(({ port }) => port !== null);
  const denied = parseEntries(deny);

  function ofUrl(url: string): EgressDecision {
    const read = parseUrl(url);
    if ('denial' in read) return read;
    const denial = isLiteral(read.target) ? ofAddress(read.target, read.target.hostname) : ofName(read.target);
    return denial === null ? read : { denial };
  }

  /** Ports are checked after DNS resolution: an entry may open one for an address. */
  const ofName = ({ hostname, port }: EgressTarget): EgressDenial | null =>
    matchesName(denied, hostname, port) ? 'denied-entry' : null;

  function ofAddress(target: EgressTarget, text: string): EgressDenial | null {
    const address = parseAddress(text);
    if (address === null) return 'denied-address';
    // What is allowed as loopback must not be led elsewhere by a name server or a hosts file (RFC 6761 6.3).
    if (target.hostname === 'localhost' && !isIn(address, loopback)) return 'denied-address';
    const denials = reachableThrough(address).map((end) => ofEnd(target, end));
    return denials.find((denial) => denial !== null) ?? null;
  }

  function ofEnd({ hostname, port }: EgressTarget, address: Address): EgressDenial | null {
    const byName = matchesName(allowed, hostname, port);
    const byAddress = matchesAddress(allowed, address, port);
    if (matchesName(denied, hostname, port) || matchesAddress(denied, address, port)) return 'denied-entry';
    if (isOwn(address, port)) return 'own-address';
    if (address.toNormalizedString() === GRANTED_ADDRESS && granted().includes(port)) return null;
    if (isIn(address, alwaysDenied) && (mode === 'aws' || !byAddress)) return 'denied-address';
    if (mode !== 'standalone' && isIn(address, loopback) && !byAddress) return 'denied-address';
    if (mode === 'strict' && !byName && !byAddress) return 'not-allowed';
    const named = matchesName(allowedPorts, hostname, port) || matchesAddress(allowedPorts, address, port);
    return denyPorts.includes(port) && !named ? 'port' : null;
  }

  function isOwn(address: Address, port: number): boolean {
    const listening = own?.() ?? null;
    if (listening === null || listening.port !== port) return false;
    const others = listening
      .addresses()
      .map(parseAddress)
      .filter((other) => other !== null);
    return (
      isIn(address, loopback) || others.some((other) => other.toNormalizedString() === address.toNormalizedString())
    );
  }

  return { ofUrl, ofAddress, isAllowedByName: ({ hostname, port }) => matchesName(allowed, hostname, port) };
}

/** The only address at which `granted` ports are. */
const GRANTED_ADDRESS = '127.0.0.1';

function parseUrl(url: string): EgressDecision {
  if (url.length > MAX_URL_LENGTH) return { denial: 'too-long' };
  const parsed = URL.parse(url);
  if (parsed === null) return { denial: 'not-a-url' };
  if (!isHttp(parsed.protocol)) return { denial: 'scheme' };
  if (parsed.username !== '' || parsed.password !== '' || hasUserinfo(url)) return { denial: 'userinfo' };
  return { target: egressTarget(parsed) };
}

const isHttp = (protocol: string): protocol is EgressTarget['protocol'] =>
  protocol === 'http:' || protocol === 'https:';

/** The target of an http or https URL. */
export function egressTarget({ protocol, hostname, port, origin }: URL): EgressTarget {
  const scheme = isHttp(protocol) ? protocol : 'http:';
  return {
    protocol: scheme,
    hostname: hostname.replace(/^\[|\]$|\.$/g, ''),
    port: port === '' ? (scheme === 'http:' ? 80 : 443) : Number(port),
    origin,
  };
}

/** `http://@host` and `http://:@host` leave no trace in the parsed url. */
const hasUserinfo = (url: string) => /^[^/\\]*[/\\]{2}[^/\\?#]*@/.test(url);

/** Whether a target is an address, which needs no DNS lookup. */
export const isLiteral = ({ hostname }: EgressTarget): boolean => parseAddress(hostname) !== null;
