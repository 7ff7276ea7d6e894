import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { Lookup } from './egress/lookup.ts';

/** Creates a connector that takes its addresses from `lookup` and times out after `timeout` ms. */
export type Connect = (options: {
  lookup: LookupFunction;
  timeout: number;
  allowH2: false;
}) => buildConnector.connector;

/** A resolver of addresses in the form in which sockets ask for them. */
export const socketLookup =
  (lookup: Lookup): LookupFunction =>
  (hostname, options, answer) => {
    lookup(hostname).then(
      (addresses) => only(addresses)(hostname, options, answer),
      (error: unknown) => answer(asError(error), []),
    );
  };

/** A lookup that gives exactly these addresses. */
export const only =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_, options, answer) => {
    const [first] = addresses;
    if (first === undefined) return answer(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), []);
    if (options.all) answer(null, [...addresses]);
    else answer(null, first.address, first.family);
  };

/** A fault as an error. */
export const asError = (error: unknown) =>
  error instanceof Error ? error : new Error('lookup failed', { cause: error });
