import { describe, expect, test } from 'vitest';
import {
  type EgressDenial,
  type EgressSettings,
  egressPolicy,
} from '../../../../functions/platform/outbound/egress/policy.ts';

const settings = (change: Partial<EgressSettings>): EgressSettings => ({
  mode: 'standalone',
  allow: [],
  deny: [],
  denyPorts: [],
  ...change,
});

/** The decision on a URL whose host name, if any, resolves to `address`. */
function decide(change: Partial<EgressSettings>, url: string, address = '93.184.216.34'): EgressDenial | null {
  const policy = egressPolicy(settings(change));
  const decision = policy.ofUrl(url);
  if ('denial' in decision) return decision.denial;
  return /^[\d.]+$|:/.test(decision.target.hostname) ? null : policy.ofAddress(decision.target, address);
}

type Row = [url: string, aws: EgressDenial | null, standalone: EgressDenial | null];

describe('the policy for addresses by mode (docs/egress.md)', () => {
  test.for<Row>([
    ['http://169.253.255.255', null, null],
    ['http://169.254.0.0', 'denied-address', 'denied-address'],
    ['http://169.254.255.255', 'denied-address', 'denied-address'],
    ['http://169.255.0.0', null, null],
    ['http://[fe7f::1]', null, null],
    ['http://[fe80::1]', 'denied-address', 'denied-address'],
    ['http://[febf::1]', 'denied-address', 'denied-address'],
    ['http://[fec0::1]', null, null],
    ['http://[fd00:ec2::254]', 'denied-address', 'denied-address'],
    ['http://[fd00:ec3::1]', null, null],
    ['http://[fd20:ce::254]', 'denied-address', 'denied-address'],
    ['http://[fd20:cf::1]', null, null],
    ['http://0.0.0.0', 'denied-address', 'denied-address'],
    ['http://0.255.255.255', 'denied-address', 'denied-address'],
    ['http://1.0.0.0', null, null],
    ['http://[::]', 'denied-address', 'denied-address'],
    ['http://223.255.255.255', null, null],
    ['http://224.0.0.1', 'denied-address', 'denied-address'],
    ['http://239.255.255.255', 'denied-address', 'denied-address'],
    ['http://240.0.0.1', 'denied-address', 'denied-address'],
    ['http://255.255.255.255', 'denied-address', 'denied-address'],
    ['http://[ff02::1]', 'denied-address', 'denied-address'],
    ['http://100.100.100.199', null, null],
    ['http://100.100.100.200', 'denied-address', 'denied-address'],
    ['http://168.63.129.16', 'denied-address', 'denied-address'],
    ['http://168.63.129.17', null, null],
    ['http://191.255.255.255', null, null],
    ['http://192.0.0.0', 'denied-address', 'denied-address'],
    ['http://192.0.0.192', 'denied-address', 'denied-address'],
    ['http://3221225664', 'denied-address', 'denied-address'],
    ['http://0300.0.0.0300', 'denied-address', 'denied-address'],
    ['http://[::ffff:192.0.0.192]', 'denied-address', 'denied-address'],
    ['http://[64:ff9b::c000:c0]', 'denied-address', 'denied-address'],
    ['http://[2002:c000:c0::1]', 'denied-address', 'denied-address'],
    ['http://192.0.0.255', 'denied-address', 'denied-address'],
    ['http://192.0.1.0', null, null],
    ['http://126.255.255.255', null, null],
    ['http://127.0.0.1', 'denied-address', null],
    ['http://127.255.255.255', 'denied-address', null],
    ['http://128.0.0.0', null, null],
    ['http://[::1]', 'denied-address', null],
    ['http://10.0.0.1', null, null],
    ['http://172.16.0.1', null, null],
    ['http://192.168.0.1', null, null],
    ['http://100.64.0.1', null, null],
    ['http://[fd12::1]', null, null],
    ['http://[::ffff:127.0.0.1]', 'denied-address', null],
    ['http://[::ffff:0:127.0.0.1]', 'denied-address', null],
    ['http://[::ffff:10.0.0.1]', null, null],
    ['http://[64:ff9b::10.0.0.1]', null, null],
    ['http://[64:ff9b:1::10.0.0.1]', null, null],
    ['http://[64:ff9b:1:a9fe:a9:fe00::]', 'denied-address', 'denied-address'],
    ['http://[2002:a00:1::1]', null, null],
    ['http://[2002:7f00:1::1]', 'denied-address', null],
    ['http://[2001:0:a9fe:a9fe::1]', 'denied-address', 'denied-address'],
  ])('decides about %s', ([url, aws, standalone]) => {
    expect([decide({ mode: 'aws' }, url), decide({ mode: 'standalone' }, url)]).toEqual([aws, standalone]);
  });
});

describe('the policy for ports at which the service runs targets', () => {
  const granted = () => [40_000];

  test.for<[string, EgressDenial | null]>([
    ['http://127.0.0.1:40000', null],
    ['http://127.0.0.1:40001', 'denied-address'],
    ['http://127.0.0.2:40000', 'denied-address'],
    ['http://[::1]:40000', 'denied-address'],
    ['http://10.0.0.7:40000', 'not-allowed'],
  ])('decides about %s in strict mode', ([url, denial]) => {
    expect(decide({ mode: 'strict', granted }, url)).toBe(denial);
    expect(decide({ mode: 'strict', granted: () => [] }, url)).not.toBeNull();
  });

  test('denies them by an entry of the list and as port of the service', () => {
    expect(decide({ granted, deny: ['127.0.0.1:40000'] }, 'http://127.0.0.1:40000')).toBe('denied-entry');
    const own = () => ({ addresses: () => [], port: 40_000 });
    expect(decide({ granted, own }, 'http://127.0.0.1:40000')).toBe('own-address');
  });
});

describe('the policy for the address of the service, standalone', () => {
  const own = () => ({ addresses: () => ['192.168.7.7', 'fd12::7'], port: 8090 });

  test.for<[string, EgressDenial | null]>([
    ['http://127.0.0.1:8090', 'own-address'],
    ['http://127.0.0.2:8090', 'own-address'],
    ['http://127.1:8090', 'own-address'],
    ['http://2130706433:8090', 'own-address'],
    ['http://[::1]:8090', 'own-address'],
    ['http://[::ffff:127.0.0.1]:8090', 'own-address'],
    ['http://[::ffff:7f00:1]:8090', 'own-address'],
    ['http://[64:ff9b::7f00:1]:8090', 'own-address'],
    ['http://0.0.0.0:8090', 'denied-address'],
    ['http://[::ffff:0.0.0.0]:8090', 'denied-address'],
    ['http://192.168.7.7:8090', 'own-address'],
    ['http://[fd12::7]:8090', 'own-address'],
    ['http://192.168.7.8:8090', null],
    ['http://localhost:8090', 'own-address'],
    ['http://localhost.:8090', 'own-address'],
    ['http://points-home.test:8090', 'own-address'],
    ['http://127.0.0.1:8091', null],
    ['http://localhost:8089', null],
  ])('decides about %s', ([url, denial]) => {
    expect(decide({ own }, url, '127.0.0.1')).toBe(denial);
  });

  test('denies none before the service listens', () => {
    expect(decide({ own: () => null }, 'http://127.0.0.1:8090')).toBeNull();
  });

  test('denies it in spite of an ALLOW entry', () => {
    expect(decide({ own, allow: ['127.0.0.1:8090', 'localhost'] }, 'http://localhost:8090', '127.0.0.1')).toBe(
      'own-address',
    );
  });
});

describe('the policy for urls', () => {
  test.for<[string, EgressDenial | null]>([
    ['http://shop.test', null],
    ['HTTPS://SHOP.TEST/x?y#z', null],
    ['ftp://shop.test', 'scheme'],
    ['file:///proc/self/environ', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['//shop.test', 'not-a-url'],
    ['http://', 'not-a-url'],
    ['http://shop.test:99999', 'not-a-url'],
    ['http://[fe80::1%25eth0]/', 'not-a-url'],
    ['http://user@shop.test', 'userinfo'],
    ['http://:secret@shop.test', 'userinfo'],
    ['http://@shop.test', 'userinfo'],
    ['http://shop.test/@path', null],
    ['http://shop.test?mail=a@b', null],
    [`http://shop.test/${'x'.repeat(2048 - 17)}`, null],
    [`http://shop.test/${'x'.repeat(2048 - 16)}`, 'too-long'],
  ])('decides about %s', ([url, denial]) => {
    expect(decide({}, url)).toBe(denial);
  });
});

describe('SVC_EGRESS_ALLOW and SVC_EGRESS_DENY', () => {
  test.for<[string, Partial<EgressSettings>, string, string, EgressDenial | null]>([
    ['a host', { deny: ['shop.test'] }, 'http://shop.test', '10.0.0.1', 'denied-entry'],
    ['a host in capitals and with a dot', { deny: ['Shop.Test.'] }, 'http://SHOP.test.', '10.0.0.1', 'denied-entry'],
    ['another host', { deny: ['shop.test'] }, 'http://my-shop.test', '10.0.0.1', null],
    ['a suffix', { deny: ['.shop.test'] }, 'http://a.b.shop.test', '10.0.0.1', 'denied-entry'],
    ['a suffix with a star', { deny: ['*.shop.test'] }, 'http://a.shop.test', '10.0.0.1', 'denied-entry'],
    ['not the name itself', { deny: ['.shop.test'] }, 'http://shop.test', '10.0.0.1', null],
    ['a port of a host', { deny: ['shop.test:81'] }, 'http://shop.test:81', '10.0.0.1', 'denied-entry'],
    ['another port', { deny: ['shop.test:81'] }, 'http://shop.test:82', '10.0.0.1', null],
    ['a range behind a name', { deny: ['10.0.0.0/8'] }, 'http://shop.test', '10.0.0.1', 'denied-entry'],
    ['a range in another spelling', { deny: ['10.0.0.0/8'] }, 'http://[::ffff:a00:1]', '', 'denied-entry'],
    ['the address beside it', { deny: ['10.0.0.0/32'] }, 'http://10.0.0.1', '', null],
    ['an address with a port', { deny: ['127.0.0.1:9001'] }, 'http://127.0.0.1:9001', '', 'denied-entry'],
    ['an IPv6 address with a port', { deny: ['[::1]:9001'] }, 'http://[::1]:9001', '', 'denied-entry'],
    ['DENY wins', { allow: ['10.0.0.1'], deny: ['10.0.0.1'] }, 'http://10.0.0.1', '', 'denied-entry'],
    ['ALWAYS stands in aws', { mode: 'aws', allow: ['169.254.0.0/16'] }, 'http://169.254.1.1', '', 'denied-address'],
    ['ALWAYS is lifted elsewhere', { allow: ['169.254.0.0/16'] }, 'http://169.254.1.1', '', null],
    ['a name lifts no address', { allow: ['evil.test'] }, 'http://evil.test', '169.254.169.254', 'denied-address'],
    ['loopback is lifted by address', { mode: 'aws', allow: ['127.0.0.1:4318'] }, 'http://127.0.0.1:4318', '', null],
    ['on that port alone', { mode: 'aws', allow: ['127.0.0.1:4318'] }, 'http://127.0.0.1:9001', '', 'denied-address'],
  ])('decide about %s', ([, change, url, address, denial]) => {
    expect(decide(change, url, address)).toBe(denial);
  });

  test.for([
    '',
    'a b',
    '10.0.0.0/33',
    '10.0.0/8',
    'host:port',
    'host:70000',
    'http://shop.test',
    '[shop.test]',
    '::1:80:',
  ])('stop the start with an unreadable entry %j', (entry) => {
    expect(() => egressPolicy(settings({ deny: [entry] }))).toThrow('egress lists');
  });
});

describe('the policy in strict mode', () => {
  const strict = { mode: 'strict', allow: ['10.1.0.0/16', 'shop.test', '.internal.test', '[::1]:81'] } as const;

  test.for<[string, string, EgressDenial | null]>([
    ['http://10.1.2.3', '', null],
    ['http://10.2.0.1', '', 'not-allowed'],
    ['http://other.test', '10.1.2.3', null],
    ['http://other.test', '93.184.216.34', 'not-allowed'],
    ['http://shop.test', '93.184.216.34', null],
    ['http://a.internal.test', '192.168.0.1', null],
    ['http://a.internal.test', '127.0.0.1', 'denied-address'],
    ['http://a.internal.test', '169.254.169.254', 'denied-address'],
    ['http://[::1]:81', '', null],
    ['http://[::1]:82', '', 'denied-address'],
    ['http://[64:ff9b::a01:1]', '', 'not-allowed'],
  ])('decides about %s at %s', ([url, address, denial]) => {
    expect(decide(strict, url, address)).toBe(denial);
  });
});

describe('SVC_EGRESS_DENY_PORTS', () => {
  const denyPorts = [22, 6379];

  test.for<[string, readonly string[], string, EgressDenial | null]>([
    ['http://10.0.0.1:6379', [], '', 'port'],
    ['http://cache.test:6379', [], '10.0.0.1', 'port'],
    ['http://10.0.0.1:6380', [], '', null],
    ['http://10.0.0.1:6379', ['10.0.0.1'], '', 'port'],
    ['http://10.0.0.1:6379', ['10.0.0.1:6379'], '', null],
    ['http://cache.test:6379', ['cache.test:6379'], '10.0.0.1', null],
    ['http://cache.test:22', ['cache.test:6379'], '10.0.0.1', 'port'],
  ])('decides about %s with %j', ([url, allow, address, denial]) => {
    expect(decide({ denyPorts, allow }, url, address)).toBe(denial);
  });
});
