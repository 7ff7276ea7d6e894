import { describe, expect, test } from 'vitest';
import {
  exchangeFilter,
  hostFilter,
  TAKE_EVERYTHING,
} from '../../../../functions/recordings/domain/filter/exchange-filter.ts';
import { hostCounts } from '../../../../functions/recordings/domain/filter/host-counts.ts';
import { leftOutCounts } from '../../../../functions/recordings/domain/filter/left-out.ts';
import { mergedHosts, mergedLeftOut } from '../../../../functions/recordings/domain/filter/merged-outcome.ts';

const get = (path: string, method = 'GET') => ({
  host: 'shop.test',
  method,
  path,
  headers: [],
  responseType: 'application/json',
  resourceType: null,
});

describe('exchangeFilter', () => {
  test.for<[include: string[], exclude: string[], path: string, rule: string | null]>([
    [[], [], '/a', null],
    [['/a', '/b*'], [], '/bc', null],
    [['/a', '/b*'], [], '/c', 'include'],
    [[], ['GET /a'], '/a', 'exclude'],
    [[], ['POST /a'], '/a', null],
    [['/a'], ['/a'], '/a', 'exclude'],
  ])('decides for include %j, exclude %j about %s: %s', ([include, exclude, path, rule]) => {
    const { ofRequest } = exchangeFilter({ ...TAKE_EVERYTHING, include, exclude });
    expect(ofRequest(get(path))).toBe(rule);
  });

  test.for<[hosts: string[], host: string | null, isTaken: boolean]>([
    [['shop.test'], 'shop.test', true],
    [['shop.test'], 'shop.test:8080', false],
    [['shop.test'], 'api.shop.test', false],
    [['*.shop.test', 'a'], 'api.shop.test', true],
    [['*'], 'any', true],
    [['shop.test'], null, true],
    [[], 'shop.test', false],
  ])('decides for hosts %j about %s: %s', ([hosts, host, isTaken]) => {
    expect(hostFilter(hosts)(host)).toBe(isTaken);
  });

  test('samples the same part of the ids every time, including those of any smaller sample', () => {
    const ids = Array.from({ length: 10_000 }, (_, n) => `har-${n}`);
    const inSample = (sample: number) => {
      const { ofSample } = exchangeFilter({ ...TAKE_EVERYTHING, sample });
      return ids.filter((id) => ofSample(id) === null);
    };
    const [tenth, half] = [inSample(0.1), inSample(0.5)];
    expect(tenth.length).toBeGreaterThan(900);
    expect(tenth.length).toBeLessThan(1100);
    expect(half.length).toBeGreaterThan(4700);
    expect(half.length).toBeLessThan(5300);
    expect(inSample(0.1)).toEqual(tenth);
    expect(new Set([...half, ...tenth]).size).toBe(half.length);
    expect(inSample(1)).toEqual(ids);
  });
});

describe('the counts of a filter', () => {
  test('sort hosts by eligible exchanges, and equal ones by the order of the file', () => {
    const counts = hostCounts();
    for (const [host, isEligible] of [
      ['cdn', false],
      ['cdn', false],
      ['b', true],
      ['a', true],
      ['a', false],
      [null, true],
      ['c', true],
    ] as const)
      counts.add(host, isEligible);
    expect(counts.inOrder()).toEqual([
      { host: 'a', exchanges: 2, eligible: 1 },
      { host: 'b', exchanges: 1, eligible: 1 },
      { host: 'c', exchanges: 1, eligible: 1 },
      { host: 'cdn', exchanges: 2, eligible: 0 },
    ]);
  });

  test('have reasons with up to five requests each, across parts', () => {
    const counts = leftOutCounts();
    for (let n = 0; n < 8; n++) counts.add('host', get(`/orders/${n}?token=secret`));
    for (const name of 'abcdefg') counts.add('static', get(`/${name}.js`));
    counts.add(null, get('/taken'));
    const [rules, hosts] = counts.leftOut();
    expect(rules).toMatchObject({ rule: 'static', count: 7 });
    expect(rules?.samples).toHaveLength(5);
    expect(hosts).toMatchObject({ rule: 'host', count: 8, samples: ['GET /orders/{id}'] });
    expect(counts.taken()).toEqual({ count: 1, samples: ['GET /taken'] });
    expect(mergedLeftOut([counts.leftOut(), counts.leftOut()])).toMatchObject([{ count: 14 }, { count: 16 }]);
    expect(
      mergedHosts([
        [{ host: 'a', exchanges: 1, eligible: 1, selected: true }],
        [
          { host: 'b', exchanges: 3, eligible: 3, selected: false },
          { host: 'a', exchanges: 1, eligible: 1, selected: true },
        ],
      ]),
    ).toEqual([
      { host: 'b', exchanges: 3, eligible: 3, selected: false },
      { host: 'a', exchanges: 2, eligible: 2, selected: true },
    ]);
  });
});
