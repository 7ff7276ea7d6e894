import { describe, expect, test } from 'vitest';
import { readableCodings } from '../../../proxies/http/readable-codings.ts';

describe('readableCodings', () => {
  test.for<[given: string, expected: string]>([
    ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
    ['zstd;q=1, gzip;q=0.5', 'gzip;q=0.5'],
    ['ZSTD', 'identity'],
    ['gzip, x-zstd', 'gzip, x-zstd'],
  ])('turns %s without zstd into %s', ([given, expected]) => {
    expect(readableCodings(given, false)).toBe(expected);
    expect(readableCodings(given, true)).toBe(given);
  });
});
