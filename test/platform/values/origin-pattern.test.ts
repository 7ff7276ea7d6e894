import { describe, expect, test } from 'vitest';
import {
  coversOrigin,
  MAX_ORIGIN_LENGTH,
  originOf,
  parseOriginPattern,
} from '../../../functions/platform/values/origin-pattern.ts';

describe('parseOriginPattern (interface 14)', () => {
  test.each([
    ['https://staging.shop.example', 'https://staging.shop.example'],
    ['http://staging.shop.example/', 'http://staging.shop.example'],
    [' https://Staging.Shop.Example. ', 'https://staging.shop.example'],
    ['https://staging.shop.example.:443', 'https://staging.shop.example'],
    ['http://staging.shop.example:80', 'http://staging.shop.example'],
    ['https://staging.shop.example:8443', 'https://staging.shop.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['HTTP://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    // One spelling of an address for all.
    ['http://127.1:8080', 'http://127.0.0.1:8080'],
    ['http://[0:0:0:0:0:0:0:1]:8080', 'http://[::1]:8080'],
    ['https://*.preview.example', 'https://*.preview.example'],
    ['https://*.Preview.Example.:8443', 'https://*.preview.example:8443'],
    ['https://*.bücher.example:443', 'https://*.xn--bcher-kva.example'],
  ])('reads %s as %s', (given, normalized) => {
    expect(parseOriginPattern(given)).toBe(normalized);
    expect(parseOriginPattern(normalized)).toBe(normalized);
  });

  test.each([
    ['one label below the wildcard', 'https://*.example'],
    ['one label and a dot', 'https://*.example.'],
    ['a wildcard for every host', 'https://*'],
    ['a wildcard of a wildcard', 'https://*.*.example.com'],
    ['a wildcard inside a label', 'https://a*.example.com'],
    ['a wildcard after the first label', 'https://a.*.example.com'],
    ['a wildcard without encryption', 'http://*.preview.example'],
    ['a wildcard of an address', 'https://*.0.0.1'],
    ['a wildcard of a whole address', 'https://*.127.0.0.1'],
    ['a wildcard of an IPv6 address', 'https://*.[::1]'],
    ['a user', 'https://me@staging.shop.example'],
    ['an empty user', 'https://@staging.shop.example'],
    ['a password', 'https://me:secret@staging.shop.example'],
    ['a path', 'https://staging.shop.example/orders'],
    ['a query', 'https://staging.shop.example/?'],
    ['a fragment', 'https://staging.shop.example/#'],
    ['a backslash', 'https://staging.shop.example\\@evil.example'],
    ['another scheme', 'ftp://staging.shop.example'],
    ['no scheme', 'staging.shop.example'],
    ['no host', 'https://'],
    ['a port out of range', 'https://staging.shop.example:65536'],
    ['nothing', ''],
    ['a name that is too long', `https://${'a.'.repeat(MAX_ORIGIN_LENGTH / 2)}example`],
  ])('refuses %s', (_, given) => expect(parseOriginPattern(given)).toBeNull());
});

describe('coversOrigin', () => {
  test.each([
    ['https://staging.shop.example', 'https://staging.shop.example', true],
    ['https://staging.shop.example', 'https://staging.shop.example:443/base/path', true],
    ['https://staging.shop.example', 'https://STAGING.shop.example./', true],
    ['https://staging.shop.example', 'https://staging.shop.example:8443', false],
    ['https://staging.shop.example', 'http://staging.shop.example', false],
    ['https://staging.shop.example', 'https://a.staging.shop.example', false],
    ['https://staging.shop.example', 'https://staging.shop.example.evil.example', false],
    ['https://*.shop.example', 'https://a.shop.example', true],
    ['https://*.shop.example', 'https://a.b.shop.example/base', true],
    ['https://*.shop.example', 'https://shop.example', false],
    ['https://*.shop.example', 'https://evilshop.example', false],
    ['https://*.shop.example', 'https://a.shop.example:8443', false],
    ['https://*.shop.example:8443', 'https://a.shop.example:8443', true],
    ['https://*.shop.example:8443', 'https://a.shop.example', false],
    ['https://*.shop.example', 'http://a.shop.example', false],
    ['http://[::1]:8080', 'http://[::1]:8080/', true],
    ['http://[::1]:8080', 'http://[::1]:8081', false],
  ])('decides whether %s covers %s: %s', (pattern, address, covers) => {
    const origin = originOf(address);
    expect(origin !== null && coversOrigin(pattern, origin)).toBe(covers);
  });
});
