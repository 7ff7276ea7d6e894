import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { type EgressSettings, egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';

/** A client with a fake resolver and connector: no packet is sent, whether or not the guard works. */
function guarded(settings: Partial<EgressSettings>, answers: (hostname: string, turn: number) => readonly string[]) {
  const reached: string[][] = [];
  const warned: unknown[] = [];
  let lookups = 0;
  const http = outboundHttp({
    policy: egressPolicy({ mode: 'aws', allow: [], deny: [], denyPorts: [], ...settings }),
    log: { debug() {}, info() {}, warn: (...line) => void warned.push(line), error() {} },
    lookup: async (hostname) => {
      lookups += 1;
      return answers(hostname, lookups).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    },
    connect:
      ({ lookup }) =>
      ({ hostname }, callback) => {
        const refuse = (addresses: readonly string[]) => {
          reached.push([...addresses]);
          callback(Object.assign(new Error('no network here'), { code: 'ECONNREFUSED' }), null);
        };
        if (/^[\d.]+$|:/.test(hostname)) return refuse([hostname]);
        lookup(hostname, { all: true }, (_, found) => refuse(addressesOf(found)));
      },
  });
  const send = (url: string) =>
    http.send({ url, method: 'POST', headers: [], body: null, timeoutMs: 2000, maxBodyBytes: 1000 });
  return { http, send, reached, warned, lookups: () => lookups };
}

const addressesOf = (found: string | LookupAddress[]) =>
  typeof found === 'string' ? [found] : found.map(({ address }) => address);

const REFUSED = { kind: 'connection-failure', failure: 'refused' };

describe('a connection to a denied address in mode aws (facts: verified list)', () => {
  test.for([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[::]/',
    'http://localhost/',
    'http://localhost./',
    'http://LOCALHOST/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0251.0376.0251.0376/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[64:ff9b:1::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[2001:0:5ef5:79fb:0:0:5601:5601]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://100.100.100.200/',
    'http://168.63.129.16/',
    'http://192.0.0.192/opc/v2/instance/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http:127.0.0.1/',
    'http:\\\\127.0.0.1\\',
    ' \thttp://127.0.0.1/',
    'ht\ntp://127.0.0.1/',
    'http://shop.test#@127.0.0.1@/',
    'file:///etc/passwd',
    'gopher://shop.test/',
    'http://user@shop.test/',
    'http://user:password@shop.test/',
    'http://@shop.test/',
    'not a url',
    '',
  ])('is not made to %j', async (url) => {
    const { http, send, reached } = guarded({}, () => ['127.0.0.1']);
    expect(await send(url)).toMatchObject(REFUSED);
    expect(await http.denial(url)).toMatch(/^(denied-address|scheme|userinfo|not-a-url)$/);
    expect(reached).toEqual([]);
  });
});

describe('a connection to a name (docs/egress.md)', () => {
  test('is denied by one denied answer of DNS in any position', async () => {
    for (const answers of [
      ['169.254.169.254', '93.184.216.34'],
      ['93.184.216.34', '::ffff:169.254.169.254'],
    ]) {
      const { http, send, reached } = guarded({}, () => answers);
      expect(await send('http://mixed.test/')).toMatchObject(REFUSED);
      expect(await http.denial('http://mixed.test/')).toBe('denied-address');
      expect(reached).toEqual([]);
    }
  });

  test('uses the answer that was checked, and checks the next connection again', async () => {
    const { send, reached, lookups } = guarded({}, (_, turn) => (turn === 1 ? ['93.184.216.34'] : ['127.0.0.1']));
    await send('http://flips.test/');
    expect(lookups()).toBe(1);
    expect(reached).toEqual([['93.184.216.34']]);
    expect(await send('http://flips.test/')).toMatchObject(REFUSED);
    expect(lookups()).toBe(2);
    expect(reached).toHaveLength(1);
  });

  test.for(['192.0.0.192', '::ffff:192.0.0.192', '64:ff9b::c000:c0'])(
    'is denied for the metadata service at %s, also beside another address, and standalone',
    async (address) => {
      for (const mode of ['aws', 'standalone'] as const) {
        const { send, reached } = guarded({ mode }, () => ['93.184.216.34', address]);
        expect(await send('http://metadata.test/opc/v2/instance/')).toMatchObject(REFUSED);
        expect(reached).toEqual([]);
      }
    },
  );

  test('is denied if answers are not addresses', async () => {
    const { send, reached } = guarded({}, () => ['not an address']);
    expect(await send('http://odd.test/')).toMatchObject(REFUSED);
    expect(reached).toEqual([]);
  });

  test('fails with dns if the name has no address', async () => {
    const { send } = guarded({}, () => []);
    expect(await send('http://empty.test/')).toMatchObject({ kind: 'connection-failure', failure: 'dns' });
  });

  test.for([
    ['http://shop.test/', ['93.184.216.34', '2606:2800:220:1::1']],
    ['http://10.0.0.5:8080/', ['10.0.0.5']],
    ['http://[2606:2800:220:1::1]/', ['2606:2800:220:1::1']],
  ] as const)('is made to %s', async ([url, addresses]) => {
    const { http, send, reached } = guarded({}, () => ['93.184.216.34', '2606:2800:220:1::1']);
    await send(url);
    expect(reached).toEqual([[...addresses]]);
    expect(await http.denial(url)).toBeNull();
  });
});

test.for<[string, string]>([
  ['in the url', 'http://169.254.169.254/secret?key=value'],
  ['by DNS', 'http://rebound.test/secret?key=value'],
])('a denial %s is logged with its reason only', async ([, url]) => {
  const { send, warned } = guarded({}, () => ['93.184.216.34', '169.254.169.254']);
  expect(await send(url)).toMatchObject(REFUSED);
  expect(warned).toEqual([['egress denied', { reason: 'denied-address' }]]);
});

test('the policy accepts a long recorded query, and denies a long url from a form', async () => {
  const { http, send, reached } = guarded({}, () => ['93.184.216.34']);
  const url = `http://shop.test/?q=${'x'.repeat(3000)}`;
  await send(url);
  expect(reached).toHaveLength(1);
  expect(await http.denial(url)).toBe('too-long');
});

describe('the addresses of a host', () => {
  test.for<[host: string, answers: string[], addresses: string[], lookups: number]>([
    ['shop.test', ['10.0.0.9', '2001:db8::1'], ['10.0.0.9', '2001:db8::1'], 1],
    ['shop.test', [], [], 1],
    ['10.0.0.9', ['10.0.0.1'], ['10.0.0.9'], 0],
    ['2001:db8::1', [], ['2001:db8::1'], 0],
  ])('are found for %s, which resolves to %j', async ([host, answers, addresses, lookups]) => {
    const stage = guarded({}, () => answers);
    expect(await stage.http.addresses(host)).toEqual(addresses);
    expect(stage.lookups()).toBe(lookups);
  });

  test('are empty if the name does not resolve', async () => {
    const { http } = guarded({}, () => {
      throw new Error('planted');
    });
    expect(await http.addresses('shop.test')).toEqual([]);
  });
});
