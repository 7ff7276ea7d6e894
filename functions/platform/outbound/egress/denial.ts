import type { LookupAddress } from 'node:dns';
import type { Egress } from '../../world.ts';
import { parseAddress } from './addresses.ts';
import type { Lookup } from './lookup.ts';
import { type EgressDenial, type EgressPolicy, type EgressTarget, isLiteral } from './policy.ts';
import { systemLookup } from './system-lookup.ts';

/** Longest time that a name may take to resolve; after it, `denial` leaves the answer to the check at every send. */
const LOOKUP_MS = 3000;

/** The Egress port over a policy: both worlds check addresses the same way. */
export const egressOf = (policy: EgressPolicy, lookup: Lookup = systemLookup): Egress => ({
  async denial(url) {
    const decision = policy.ofUrl(url);
    if ('denial' in decision) return decision.denial;
    if (isLiteral(decision.target)) return null;
    return denialOfAnswers(policy, decision.target, await answersInTime(lookup, decision.target.hostname));
  },

  addresses: async (hostname) =>
    parseAddress(hostname) === null
      ? (await answersInTime(lookup, hostname)).map(({ address }) => address)
      : [hostname],
});

/** The first denial among the answers of DNS, or null. */
export function denialOfAnswers(
  policy: Pick<EgressPolicy, 'ofAddress'>,
  target: EgressTarget,
  addresses: readonly LookupAddress[],
): EgressDenial | null {
  return addresses.map(({ address }) => policy.ofAddress(target, address)).find((denial) => denial !== null) ?? null;
}

/** What DNS says within a bounded time; no answer where it says nothing. */
async function answersInTime(lookup: Lookup, hostname: string) {
  const given = Promise.withResolvers<Awaited<ReturnType<Lookup>>>();
  const timer = setTimeout(() => given.resolve([]), LOOKUP_MS);
  // A name that does not resolve is allowed: it may come into being later, and every send checks again.
  lookup(hostname).then(given.resolve, () => given.resolve([]));
  return given.promise.finally(() => clearTimeout(timer));
}
