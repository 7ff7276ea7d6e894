import type { LookupAddress } from 'node:dns';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';

/**
 * The outbound client in aws mode with a resolver that `answers`, and a connector that notes addresses and opens
 * nothing.
 */
export function recordingClient(answers: (hostname: string, turn: number) => readonly string[]) {
  const connected: string[] = [];
  let turn = 0;
  const http = outboundHttp({
    policy: egressPolicy({ mode: 'aws', allow: [], deny: [], denyPorts: [] }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
    lookup: async (hostname) =>
      answers(hostname, ++turn).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    connect:
      ({ lookup }) =>
      ({ hostname }, callback) => {
        const refuse = (addresses: readonly string[]) => {
          connected.push(...addresses);
          callback(Object.assign(new Error('no network here'), { code: 'ECONNREFUSED' }), null);
        };
        if (/^[\d.]+$|:/.test(hostname)) return refuse([hostname]);
        lookup(hostname, { all: true }, (_, found) => refuse(addressesOf(found)));
      },
  });
  return {
    http,
    /** Addresses that a socket would have been opened to. */
    connected,
    send: (url: string) =>
      http.send({ url, method: 'GET', headers: [], body: null, timeoutMs: 2000, maxBodyBytes: 1000 }),
  };
}

const addressesOf = (found: string | LookupAddress[]) =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address);
