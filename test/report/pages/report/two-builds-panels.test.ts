import { describe, expect, test } from 'vitest';
import { BOTH_REFUSED, type Cluster, LEFT_OUT } from '../../../../functions/replay/domain/results/clusters.ts';
import type { EndpointRow } from '../../../../functions/report/domain/endpoint-rows.ts';
import { slowerEndpoints } from '../../../../functions/report/domain/slower-endpoints.ts';
import { changingPanel } from '../../../../functions/report/pages/report/two-builds/changing-panel.ts';
import { filteredSlower, slowerGroup } from '../../../../functions/report/pages/report/two-builds/slower-group.ts';
import { uncomparedPanel } from '../../../../functions/report/pages/report/two-builds/uncompared-panel.ts';

const textOf = (html: unknown): string =>
  String(html)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

describe('the panel of requests that change data', () => {
  const sent = { mocks: 355, separateData: 0, login: 1 };

  test('says how many were sent to both, and why, and how many were left out', async () => {
    expect(textOf(await changingPanel('shop', sent, 0))).toBe(
      'Requests that change data 355 were sent to both: mocks answered their calls 1 was sent to both: each build issues its own credentials 0 were left out',
    );
  });

  test('leads to the setting where some were left out', async () => {
    expect(textOf(await changingPanel('shop', undefined, 6))).toMatch(
      /6 were left out: both builds may share their data, or the settings leave them out/,
    );
    expect(String(await changingPanel('shop', undefined, 6))).toContain(
      '/console/apps/shop/settings/replay#changingRequests',
    );
  });

  test('is absent without such requests', () => {
    expect(changingPanel('shop', undefined, undefined)).toBeNull();
  });
});

describe('the panel of requests that were not compared', () => {
  const cluster = (operation: string, requests: number, failure: string): Cluster => ({
    operation,
    method: 'GET',
    hasResult: false,
    failure,
    differences: [],
    truncated: false,
    requests,
    samples: [],
  });
  const clusters = [
    cluster('/me', 2, BOTH_REFUSED),
    cluster('/account', 15, BOTH_REFUSED),
    cluster('/account', 10, BOTH_REFUSED),
    cluster('/orders', 3, LEFT_OUT),
  ];

  test('names the endpoint of most requests by each cause, and leads to what helps', async () => {
    const html = await uncomparedPanel('shop', { failed: 0, refused: 27, leftOut: 3 }, clusters);
    expect(textOf(html)).toMatch(/27 requests of GET \/account \+1 : both builds answered 401. Set a login/);
    expect(textOf(html)).toMatch(/3 requests of GET \/orders : they change data/);
    expect(textOf(html)).not.toContain('did not answer');
    expect(String(html)).toContain('/console/apps/shop/settings/login');
  });
});

describe('the group of slower endpoints', () => {
  const side = (p95: number) => ({ p50: 1, p95, p99: 200, n: 118 });
  const times = (operation: string, p95: number, low: number, high: number) => ({
    operation,
    method: 'GET',
    recorded: side(84),
    replayed: side(84 * p95),
    ratio: { p95, low, high },
  });
  const all = [times('/cart', 1.23, 1.08, 1.41), times('/search', 1.82, 1.61, 2.04), times('/all', 3, 2.5, 4)];
  const limit = { ratio: 1.2, of: 'application' } as const;
  const slower = slowerEndpoints(all, [], limit);
  const group = (limitOfAll = 1.2) => slowerGroup('p', slower, { limit: limitOfAll, endpoints: [], columns: 9 });

  test('has those whose whole interval is over the limit, the highest ratio first', async () => {
    expect(slower.map(({ operation }) => operation)).toEqual(['/all', '/search']);
    expect(textOf(await group())).toMatch(/Slower p95, 1.82× – 84 ms 153 ms GET \/search 118 of 118/);
  });

  test('counts those that are slower without a limit, and none with a high one', () => {
    expect(slowerEndpoints(all, [], null)).toHaveLength(3);
    expect(slowerEndpoints(all, [], { ...limit, ratio: 5 })).toEqual([]);
  });

  test('says that it changes no state, and shows the requests of the endpoint', async () => {
    const endpoints = [{ operation: '/search', method: 'GET', requests: 140 }] as EndpointRow[]; // only these are read
    const html = await slowerGroup('p', slower, { limit: 1.2, endpoints, columns: 9 });
    expect(textOf(html)).toMatch(/^Slower 2 p95 over 1.2× of the running build. Changes no state/);
    expect(textOf(html)).toContain('118 of 140');
  });

  const filter = { text: '', endpoint: '', kind: '', isNewOnly: false };
  test.for([
    [{}, 2],
    [{ kind: 'SLOWER' }, 2],
    [{ kind: 'FIELD_VALUE' }, 0],
    [{ endpoint: 'GET /search' }, 1],
    [{ text: 'SEAR' }, 1],
    [{ isNewOnly: true }, 0],
  ] as const)('follows the filter of the list: %j leaves %i', ([given, left]) => {
    expect(filteredSlower(slower, { ...filter, ...given })).toHaveLength(left);
  });

  test('is absent where no endpoint is over the limit', () => {
    expect(slowerGroup('p', [], { limit: 1.2, endpoints: [], columns: 9 })).toBeNull();
  });
});
