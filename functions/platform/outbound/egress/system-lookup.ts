import { promises as dns, type LookupAddress } from 'node:dns';
import { readFile } from 'node:fs/promises';
import { slots } from '../slots.ts';
import { boundedLookup, noAnswer } from './bounded-lookup.ts';
import type { Lookup } from './lookup.ts';

const HOSTS_FILE = '/etc/hosts';
/** How long the names of the hosts file are remembered, ms. */
const HOSTS_MS = 5_000;
/** Maximum concurrent lookups by the operating system: each blocks a thread of the pool that also serves files. */
const MAX_BLOCKING = 2;
/** Two questions to each name server, the first for a second. */
const PATIENCE = { timeout: 1_000, tries: 2 };

/** What resolves names; a test gives others. @internal */
export interface LookupSources {
  /** Asks the name servers, without blocking a thread. */
  servers: { resolve4(name: string): Promise<string[]>; resolve6(name: string): Promise<string[]> };
  /** Asks the operating system: its hosts file, its search list, and whatever else it is configured for. */
  system: Lookup;
  /** The text of the hosts file. */
  hosts(): Promise<string>;
  /** Monotonic ms. */
  elapsed(): number;
}

/**
 * The addresses of a name. The operating system resolves names of this machine and of its hosts file, names without a
 * dot, and those that the name servers do not know. It never waits for silent name servers, because a few such names
 * would then keep every other one waiting.
 * @internal
 */
export function hostLookup({ servers, system, hosts, elapsed }: LookupSources): Lookup {
  const inSlot = slots(MAX_BLOCKING);
  const bySystem = (name: string) => inSlot('system', () => system(name));
  let known = { names: new Set<string>(), until: -Infinity };

  async function isLocal(name: string): Promise<boolean> {
    if (!name.includes('.') || /(^|\.)(localhost|local)\.?$/.test(name)) return true;
    if (known.until <= elapsed()) {
      // A machine may have no hosts file.
      known = { names: namesIn(await hosts().catch(() => '')), until: elapsed() + HOSTS_MS };
    }
    return known.names.has(name);
  }

  return boundedLookup(async (name) => {
    if (await isLocal(name)) return bySystem(name);
    const [four, six] = await Promise.allSettled([servers.resolve4(name), servers.resolve6(name)]);
    const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)];
    if (addresses.length > 0) return addresses;
    if ([four, six].some(isTimeout)) throw noAnswer();
    return bySystem(name);
  }, elapsed);
}

/** The resolver of this process; made at the first use, because it reads the configuration of the machine. */
export const systemLookup: Lookup = (hostname) => {
  shared ??= hostLookup({
    servers: new dns.Resolver(PATIENCE),
    system: (name) => dns.lookup(name, { all: true }),
    hosts: () => readFile(HOSTS_FILE, 'utf8'),
    elapsed: () => performance.now(),
  });
  return shared(hostname);
};
let shared: Lookup | undefined;

const addressesOf = (found: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];

const isTimeout = (found: PromiseSettledResult<unknown>) =>
  found.status === 'rejected' && found.reason instanceof Error && Reflect.get(found.reason, 'code') === 'ETIMEOUT';

/** Names of the hosts file (hosts(5)): an address, then names, and comments from `#` on. */
const namesIn = (text: string): Set<string> =>
  new Set(
    text
      .split('\n')
      .flatMap((line) => (line.split('#')[0] ?? '').trim().split(/\s+/).slice(1))
      .map((name) => name.toLowerCase()),
  );
