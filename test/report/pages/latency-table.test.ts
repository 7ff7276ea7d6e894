import { describe, expect, test } from 'vitest';
import type { EndpointTimes } from '../../../functions/replay/domain/latency/endpoint-times.ts';
import { latencyOf } from '../../../functions/replay/domain/results/latency.ts';
import { latencyLimitOf } from '../../../functions/report/domain/latency-limit.ts';
import { inOrder, latencyOrderOf } from '../../../functions/report/domain/latency-order.ts';
import { latencyRows } from '../../../functions/report/domain/latency-rows.ts';
import { latencyView } from '../../../functions/report/pages/latency/latency-view.ts';

const PLAN = '0123456789abcdef01234567';
const recorded = { p50: 31, p95: 84, p99: 120, n: 118 };
const replayed = { p50: 58, p95: 153, p99: 1204, n: 118 };
const endpoint = (operation: string, more: Partial<EndpointTimes> = {}): EndpointTimes => ({
  operation,
  method: 'GET',
  recorded,
  replayed,
  ...more,
});
const ratio = (p95: number, low: number, high: number) => ({ ratio: { p95, low, high } });
const failing = latencyOf([{ operation: '/invoice', method: 'GET', recordedMs: 20, replayedMs: 1 }]);

describe('the rows of latency', () => {
  test.for([
    ['slower', ratio(1.2, 1.01, 1.4)],
    ['same', ratio(1.2, 1, 1.4)],
    ['same', ratio(0.8, 0.6, 1)],
    ['faster', ratio(0.8, 0.6, 0.99)],
    ['tooFew', {}],
  ] as const)('say %s of %o', ([result, more]) => {
    expect(latencyRows([endpoint('/a', more)], [], null)).toMatchObject([{ result }]);
  });

  test('say that an endpoint has no recorded times, or no response of the recorded class', () => {
    const { recorded: _, ...unrecorded } = endpoint('/a');
    expect(latencyRows([unrecorded], failing, null)).toMatchObject([
      { operation: '/a', result: 'notRecorded', recorded: null },
      { operation: '/invoice', result: 'notReplayed', requests: 0, recorded: { p95: 20 }, replayed: null },
    ]);
  });

  test('have one order of three, by ratio by default', () => {
    const times = [
      endpoint('/a', { replayed: { ...replayed, p95: 10, n: 9 } }),
      endpoint('/b', { ...ratio(1.1, 1, 1.2), replayed: { ...replayed, p95: 20, n: 7 } }),
      endpoint('/c', { ...ratio(1.3, 1, 1.4), replayed: { ...replayed, p95: 5, n: 8 } }),
    ];
    const orderedBy = (text: string | null) =>
      inOrder(latencyRows(times, [], null), latencyOrderOf(text)).map(({ operation }) => operation);
    expect(orderedBy(null)).toEqual(['/c', '/b', '/a']);
    expect(orderedBy('constructor')).toEqual(['/c', '/b', '/a']);
    expect(orderedBy('p95')).toEqual(['/b', '/a', '/c']);
    expect(orderedBy('requests')).toEqual(['/a', '/c', '/b']);
  });
});

describe('the view of latency', () => {
  const view = async (times: EndpointTimes[] | undefined, query = '') => shown(times, 0, query);
  const shown = async (times: EndpointTimes[] | undefined, latencyLimit: number, query = '') => {
    const plan = { planId: PLAN, appId: 'shop', baselineEnv: 'http://main.test' };
    const from = latencyLimit === 0 ? { planId: PLAN, appId: 'shop' } : plan;
    const limit = latencyLimitOf({}, { latencyLimit });
    return String(await latencyView(from, { times, latency: failing }, limit, new URLSearchParams(query)));
  };

  test.for<[string, Partial<EndpointTimes>, number, string]>([
    ['the whole interval is over it', ratio(1.82, 1.61, 2.04), 1.2, 'Over the limit</span>'],
    [
      'the interval contains it',
      ratio(1.23, 1.08, 1.41),
      1.2,
      'Slower</span> <span class="small muted">1.2× not proven',
    ],
    ['the interval begins at it', ratio(1.5, 1.2, 1.9), 1.2, 'Slower</span> <span class="small muted">1.2× not proven'],
    [
      'the interval is below it',
      ratio(1.1, 1.05, 1.15),
      1.2,
      'Slower</span> <span class="small muted">1.2× not reached',
    ],
    ['1 lies in the interval', ratio(1.05, 0.81, 1.38), 1.2, '<td class="wide">Same'],
    ['there are too few requests', {}, 1.2, 'Too few requests, 20 are needed'],
    ['no limit is set', ratio(1.82, 1.61, 2.04), 0, 'Slower</span></td>'],
  ])('compares an endpoint with the limit: %s', async ([, more, limit, expected]) => {
    const html = await shown([endpoint('/a', more)], limit);
    expect(html).toContain(expected);
    expect(html.includes('Limit: p95 at most 1.2× of the running build')).toBe(limit > 0);
  });

  test('says whose limit it is: that of the run goes before that of the application, and cannot be changed', async () => {
    const plan = { planId: PLAN, appId: 'shop', latencyLimit: 2 };
    const limit = latencyLimitOf(plan, { latencyLimit: 1.2 });
    const times = [endpoint('/a', ratio(1.82, 1.61, 2.04))];
    const html = String(await latencyView(plan, { times, latency: [] }, limit, new URLSearchParams()));
    expect(html).toContain(
      'Limit of this run: p95 at most 2× of the recorded one, proven by the whole interval.</span>',
    );
    expect(html).toContain('Slower</span> <span class="small muted">2× not proven');
    expect(latencyLimitOf({}, { latencyLimit: 0 })).toBeNull();
  });

  test('shows the ratio with its interval as a drawing and as numbers', async () => {
    const html = await view([endpoint('/search', ratio(1.821, 1.61, 2.04)), endpoint('/far', ratio(90, 0.001, 200))]);
    expect(html).toContain('<span>31 / <strong>84</strong> / 120</span>');
    expect(html).toContain('<span>58 / <strong>153</strong> / 1,204</span>');
    expect(html).toContain('d="M73.3 8H101.6"');
    expect(html).toContain('<strong>1.82×</strong></span> <span class="small muted nowrap">1.61 to 2.04</span>');
    expect(html).toContain('d="M4 8H128"');
    expect(html).toContain('Fails in the new build');
    expect(html).toContain('Other hardware answered');
    expect(html).toContain('Response times</h2>');
  });

  test('has pages of 100 rows, which keep the order', async () => {
    const times = Array.from({ length: 230 }, (_, at) => endpoint(`/orders/${at}`));
    const html = await view(times, 'latencyOrder=p95&latencyFrom=100');
    expect(html).toContain('101–200 of 231 endpoints');
    expect([...html.matchAll(/latencyOrder=p95&amp;latencyFrom=(\d+)/g)].map(([, from]) => from)).toEqual(['0', '200']);
    expect(html).toContain('latencyOrder=p95" aria-current="true">p95</a>');
  });

  test('has only the distribution for a run of an earlier version', async () => {
    const html = await view(undefined);
    expect(html).not.toContain('Latency by endpoint');
    expect(html).toContain('Response times</h2>');
  });
});
