import { describe, expect, test } from 'vitest';
import { isOfUser } from '../../../../functions/platform/standalone/gateway/own-user.ts';

const OWN = 1000;
const V4 = '0100007F';
const V6 = '00000000000000000000000001000000';
const MAPPED = '0000000000000000FFFF00000100007F';
const ENDS = { localAddress: '127.0.0.1', localPort: 8090, remoteAddress: '127.0.0.1', remotePort: 50_000 };

/** A line of /proc/net/tcp: the end of `user` at port 50,000, connected to port 8090. */
const row = (user: number, { client = V4, server = V4, state = '01', port = 'C350', to = '1F9A' } = {}) =>
  `   7: ${client}:${port} ${server}:${to} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 4711 1 0`;

describe('isOfUser (docs/login.md)', () => {
  test.for<[string, string, boolean]>([
    ['of the user of the service', row(OWN), true],
    ['of another user', row(1001), false],
    ['of root', row(0), false],
    ['over IPv6', row(OWN, { client: V6, server: V6 }), true],
    ['over IPv6 to an IPv4 address', row(OWN, { client: MAPPED, server: MAPPED }), true],
    ['of two users at one time', `${row(OWN)}\n${row(1001)}`, false],
    ['of another port', row(OWN, { port: 'C351' }), false],
    ['to another port', row(OWN, { to: '1F9B' }), false],
    ['that has ended', row(OWN, { state: '06' }), false],
    ['from elsewhere', row(OWN, { client: '0700000A' }), false],
    ['the end of the service alone', row(OWN, { port: '1F9A', to: 'C350' }), false],
    ['none', '  sl  local_address rem_address   st', false],
  ])('decides about a connection %s', ([, tables, expected]) => {
    expect(isOfUser(tables, ENDS, OWN)).toBe(expected);
  });

  test('refuses a connection from outside loopback', () => {
    expect(isOfUser(row(OWN), { ...ENDS, remoteAddress: '10.0.0.7' }, OWN)).toBe(false);
    expect(isOfUser(row(OWN), { ...ENDS, localAddress: '10.0.0.7' }, OWN)).toBe(false);
  });
});
