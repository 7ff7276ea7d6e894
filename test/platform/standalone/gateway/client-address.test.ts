import { expect, test } from 'vitest';
import { cidrRange } from '../../../../functions/platform/outbound/egress/addresses.ts';
import { clientAddress } from '../../../../functions/platform/standalone/gateway/client-address.ts';

const TRUSTED = ['127.0.0.1/32', '10.1.0.0/16', '2001:db8::/32'].map(cidrRange);

test.for<[string, string, string | null, string]>([
  ['the peer without a header', '127.0.0.1', null, '127.0.0.1'],
  ['what a trusted proxy says', '127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['what a trusted proxy says over a socket of both families', '::ffff:127.0.0.1', '192.0.2.7', '192.0.2.7'],
  ['the peer if it is not a trusted proxy', '192.0.2.9', '10.1.0.1, 127.0.0.1', '192.0.2.9'],
  ['the last address, whatever the client wrote before it', '127.0.0.1', '127.0.0.1, 10.1.0.1, 192.0.2.7', '192.0.2.7'],
  ['the client of a second trusted proxy', '127.0.0.1', '192.0.2.7, 10.1.2.3', '192.0.2.7'],
  ['the first address if all are trusted', '127.0.0.1', '10.1.0.1, 10.1.0.2', '10.1.0.1'],
  ['the proxy if its header is not an address', '127.0.0.1', '192.0.2.7, unknown', '127.0.0.1'],
  ['the proxy if its header is empty', '127.0.0.1', '', '127.0.0.1'],
  ['an address of IPv6', '2001:db8::1', '2001:db9::7', '2001:db9::7'],
])('the client is %s', ([, peer, header, expected]) => {
  expect(clientAddress(peer, header, TRUSTED)).toBe(expected);
});

test('without trusted proxies the client is the peer', () => {
  expect(clientAddress('127.0.0.1', '192.0.2.7', [])).toBe('127.0.0.1');
});
