import { expect, test } from 'vitest';
import { sourceNetwork } from '../../../functions/platform/http/source-network.ts';

test.for<[string, string | null]>([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::7', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['', null],
  ['shop.test', null],
])('sourceNetwork counts a request from %j as one from %s', ([address, network]) => {
  expect(sourceNetwork(address)).toBe(network);
});
