import { describe, expect, test } from 'vitest';
import { readableCodings } from '../../../proxies/http/readable-codings.ts';

describe('the accept-encoding of a recorded request', () => {
  test.for<[given: string, expected: string]>([
    ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
    ['zstd;q=1, gzip;q=0.5', 'gzip;q=0.5'],
    ['ZSTD', 'identity'],
    ['gzip, x-zstd', 'gzip, x-zstd'],
  ])('%s without zstd is %s', ([given, expected]) => {
    expect(readableCodings(given, false)).toBe(expected);
    expect(readableCodings(given, true)).toBe(given);
  });
});
