import { describe, expect, test } from 'vitest';
import { addressesOf, type DestinationOptions, destinations } from '../../../proxies/http/destinations.ts';

const NAMES: Record<string, string[]> = {
  'replay.local': ['127.0.1.1'],
  localhost: ['127.0.0.1', '::1'],
  'rebind.test': ['203.0.113.7', '127.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'own.test': ['10.1.2.3'],
  'shop.test': ['203.0.113.7'],
  'replay.example': ['203.0.113.9'],
};
const lookup = async (name: string) =>
  (NAMES[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const asked = async (url: string, options: Partial<DestinationOptions> = {}) => {
  const where = await destinations({
    service: new URL('http://127.0.0.1:8090'),
    listed: [],
    lookup,
    own: () => ['127.0.0.1', '10.1.2.3', 'fe80::1%eth0'],
    ...options,
  });
  const found = await addressesOf(where, new URL(url));
  return typeof found === 'string' ? found : found.map(({ address }) => address);
};

describe('the destinations of the proxies (docs/recordings.md)', () => {
  test.for([
    'http://127.0.0.1:8090/',
    'http://127.1.2.3:8090/',
    'http://localhost:8090/',
    'http://0.0.0.0:8090/',
    'http://[::]:8090/',
    'http://[::1]:8090/',
    'http://[::ffff:127.0.0.1]:8090/',
    'http://[64:ff9b::7f00:1]:8090/',
    'http://2130706433:8090/',
    'http://0x7f.1:8090/',
    'http://replay.local:8090/',
    'http://localhost.:8090/',
    'http://10.1.2.3:8090/',
    'http://own.test:8090/',
    'http://rebind.test:8090/',
    'https://127.0.0.1:8090/',
  ])('exclude the service at %s, even if it is listed', async (url) => {
    expect(await asked(url)).toBe('refused');
    expect(await asked(url, { listed: [new URL(url)] })).toBe('refused');
  });

  test.for<[service: string, url: string]>([
    ['http://localhost:8090', 'http://127.0.0.1:8090/'],
    ['http://replay.local:8090', 'http://127.0.0.1:8090/'],
    ['http://10.1.2.3:8090', 'http://127.0.0.1:8090/'],
    ['https://replay.example', 'https://replay.example/'],
    ['https://replay.example', 'https://REPLAY.example.:443/'],
    ['https://replay.example', 'https://203.0.113.9/'],
  ])('exclude the service at %s as %s', async ([service, url]) => {
    expect(await asked(url, { service: new URL(service), listed: [new URL(url)] })).toBe('refused');
  });

  test.for([
    'http://127.0.0.1:3000/',
    'http://localhost:3000/',
    'http://[::1]:3000/',
    'http://[::ffff:127.0.0.1]:3000/',
    'http://rebind.test:3000/',
    'http://169.254.169.254/',
    'http://metadata.test/',
    'http://[fe80::1]:3000/',
    'http://[fd00:ec2::254]/',
    'http://0.0.0.0:3000/',
  ])('exclude %s, unless it is listed', async (url) => {
    expect(await asked(url)).toBe('refused');
    expect(await asked(url, { listed: [new URL('http://127.0.0.2:3001')] })).toBe('refused');
    expect(await asked(url, { listed: [new URL(url)] })).not.toBe('refused');
  });

  test.for<[listed: string, url: string, isReached: boolean]>([
    ['http://localhost:3000', 'http://127.0.0.1:3000/', true],
    ['http://localhost:3000', 'http://[::1]:3000/', true],
    ['http://localhost:3000', 'http://127.0.0.1:3001/', false],
    ['http://127.0.0.1:3000', 'http://127.0.0.2:3000/', false],
    ['http://rebind.test:3000', 'http://127.0.0.1:3000/', false],
  ])('allow for the list %s a request to %s: %s', async ([listed, url, isReached]) => {
    expect((await asked(url, { listed: [new URL(listed)] })) !== 'refused').toBe(isReached);
  });

  test('are reached at the addresses that were checked', async () => {
    expect(await asked('http://shop.test/')).toEqual(['203.0.113.7']);
    expect(await asked('http://10.1.2.3:3000/')).toEqual(['10.1.2.3']);
    expect(await asked('http://away.test/')).toBe('unknown');
  });
});
