import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { EGRESS_DENIED } from './connection-failure.ts';
import { denialOfAnswers } from './egress/denial.ts';
import type { Lookup } from './egress/lookup.ts';
import { type EgressDenial, type EgressPolicy, isLiteral } from './egress/policy.ts';

/** Creates a connector that takes its addresses from `lookup` and times out after `timeout` ms. */
export type Connect = (options: {
  lookup: LookupFunction;
  timeout: number;
  allowH2: false;
}) => buildConnector.connector;

export interface GuardedConnector {
  connect: buildConnector.connector;
  /** True while a connection that has just opened takes its first request. */
  isOpening(): boolean;
}

/**
 * Opens connections that the egress policy allows. A name is resolved once: one denied address denies the name, and the
 * socket gets exactly the checked addresses, so that a second lookup cannot lead elsewhere.
 */
export function guardedConnector(
  policy: EgressPolicy,
  {
    lookup,
    connect,
    timeoutMs,
    onDenial,
  }: { lookup: Lookup; connect: Connect; timeoutMs: number; onDenial(denial: EgressDenial): void },
): GuardedConnector {
  let opening = false;
  const denied = (denial: EgressDenial) => {
    onDenial(denial);
    return Object.assign(new Error('denied by the egress policy'), { code: EGRESS_DENIED });
  };

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
      const open = (addresses: readonly LookupAddress[]) =>
        connect({ lookup: only(addresses), timeout: timeoutMs, allowH2: false })(options, opened);

      const decision = policy.ofUrl(`${options.protocol}//${options.host ?? options.hostname}`);
      if ('denial' in decision) return callback(denied(decision.denial), null);
      if (isLiteral(decision.target)) return open([]);
      lookup(options.hostname)
        .then((addresses) => {
          const denial = denialOfAnswers(policy, decision.target, addresses);
          if (denial !== null) throw denied(denial);
          if (addresses.length === 0) throw Object.assign(new Error('the name has no address'), { code: 'ENOTFOUND' });
          open(addresses);
        })
        .catch((error: unknown) => callback(asError(error), null));
    },
  };
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error('lookup failed', { cause: error }));

/** A lookup that gives exactly these addresses. */
export const only =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_, options, answer) => {
    const [first] = addresses;
    if (first === undefined) return answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
    if (options.all) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };
