import { describe, expect, test } from 'vitest';
import { latencyOf } from '../../../functions/replay/domain/results/latency.ts';
import type { EndpointRow } from '../../../functions/report/domain/endpoint-rows.ts';
import { ruleTargetOf } from '../../../functions/report/domain/rule-target-of.ts';
import { endpointsSection } from '../../../functions/report/pages/endpoints-section.ts';
import { latencyBars } from '../../../functions/report/pages/latency-bars.ts';
import { axisLabels, latencySection } from '../../../functions/report/pages/latency-section.ts';
import { hexLines, rawSlice } from '../../../functions/report/pages/request/raw-slice.ts';

describe('the columns of the latency chart', () => {
  const bars = (...pairs: [number | null, number | null][]) => {
    const [latency] = latencyOf(pairs.map(([recordedMs, replayedMs]) => ({ operation: '', recordedMs, replayedMs })));
    return latencyBars(latency ?? { operation: '', recorded: [], replayed: [] });
  };

  test('add up to the whole of each side, from the shortest to the longest without a gap', () => {
    const all = bars([1, 30], [3, 900], [3, null], [null, 31]);
    expect(all.reduce((sum, { recorded }) => sum + recorded, 0)).toBeCloseTo(1);
    expect(all.reduce((sum, { replayed }) => sum + replayed, 0)).toBeCloseTo(1);
    expect(all[0]).toMatchObject({ from: 0, to: 2, recorded: 1 / 3, replayed: 0 });
    for (const [index, bar] of all.entries()) expect(all[index + 1]?.from ?? bar.to).toBe(bar.to);
    expect(all.at(-1)?.to).toBeGreaterThan(880);
  });

  test('work for one side only, and for none', () => {
    expect(bars([null, 5])).toEqual([{ from: 4, to: 6, recorded: 0, replayed: 1 }]);
    expect(bars()).toEqual([]);
  });
});

const PLAN = '0123456789abcdef01234567';

describe('the view of response times', () => {
  const view = async (...pairs: [number | null, number | null][]) =>
    String(
      await latencySection(
        PLAN,
        latencyOf(pairs.map(([recordedMs, replayedMs]) => ({ operation: '/a', recordedMs, replayedMs }))),
      ),
    );

  test('has quantiles of both sides, a tooltip and a row for each column, and no text in the stretched drawing', async () => {
    const html = await view([1, 30], [3, 30]);
    expect(html).toContain('<dt>p50</dt><dd>1 → 30 ms<small>median</small></dd>');
    expect(html).toContain('<title>0 to 2 ms\n50.0 % recorded, 0 % replayed</title>');
    expect(html).toContain(
      '<tr><th scope="row">0 to 2 ms</th><td class="number">50.0 %</td><td class="number">0 %</td></tr>',
    );
    expect(html).not.toContain('<text');
  });

  test('says so when it is empty', async () => {
    expect(await view()).toContain('<p class="panel empty">No response times for this run</p>');
  });

  test('has an axis from the first column to the end of the last', () => {
    const columns = [0, 2, 3, 4, 6, 8, 11, 16, 23].map((from, at, all) => ({
      from,
      to: all[at + 1] ?? 1600,
      recorded: 1,
      replayed: 0,
    }));
    expect(axisLabels(columns)).toEqual(['0 ms', '3 ms', '8 ms', '16 ms', '1,600 ms']);
    expect(axisLabels(columns.slice(-1))).toEqual(['23 ms', '1,600 ms']);
  });
});

describe('the view of endpoints', () => {
  const row: EndpointRow = {
    operation: '/orders/{id}',
    method: 'GET',
    state: 'needsAction',
    requests: 12,
    failed: 3,
    marked: 2,
    withoutResult: 0,
    recorded: { p50: 73, p95: 1200, p99: null },
    replayed: { p50: 64, p95: null, p99: null },
  };
  const view = async (rows: readonly EndpointRow[], filter = { text: '', state: '', from: 0 }) =>
    String(await endpointsSection(PLAN, rows, filter));

  test('has names, states and times as in the other lists', async () => {
    const html = await view([row]);
    expect(html).toContain('<span class="method">GET</span> <span class="mono">/orders/{id}</span></a>');
    expect(html).toMatch(/<span class="badge bad"><svg[^>]*>.*?<\/svg>Needs action<\/span>/s);
    expect(html).toContain('3 <span class="muted">+2 expected</span>');
    expect([...html.matchAll(/data-label="p\d+">(.*?)<\/td>/g)].map(([, text]) => text)).toEqual([
      '73 → 64 ms',
      '1,200 → – ms',
      '<span class="muted">–</span>',
    ]);
    expect(html).toContain('>1 endpoint; times');
  });

  test('keeps the filter over pages, and says when it has no rows', async () => {
    const rows = Array.from({ length: 230 }, (_, at) => ({ ...row, operation: `/orders/${at}` }));
    const html = await view([...rows, { ...row, state: 'unchanged' }], {
      text: 'ord',
      state: 'needsAction',
      from: 100,
    });
    expect(html).toContain('101–200 of 230 of 231 endpoints');
    expect([...html.matchAll(/endpointState=(\w+)&amp;endpointsFrom=(\d+)/g)].map(([, , from]) => from)).toEqual([
      '0',
      '200',
    ]);
    expect(await view(rows, { text: 'nowhere', state: '', from: 0 })).toContain('No endpoint matches the filter');
  });
});

describe('the pieces of a raw body', () => {
  test('lose nothing of a large text', () => {
    const text = 'ab'.repeat(20_000);
    let from: number | null = 0;
    let whole = '';
    while (from !== null) {
      const piece = rawSlice(text, from);
      expect(piece.text.length).toBeLessThanOrEqual(16_384);
      whole += piece.text;
      from = piece.next;
    }
    expect(whole).toBe(text);
    expect(rawSlice(text, 16_384).previous).toBe(0);
    expect(rawSlice(text, 0).previous).toBeNull();
  });

  test('are empty behind the end', () => {
    expect(rawSlice('abc', 900_000_000)).toMatchObject({ text: '', next: null });
    expect(hexLines(new Uint8Array(3), 900_000_000)).toMatchObject({ text: '', next: null });
  });

  test('show offsets, digits and letters of bytes', () => {
    expect(hexLines(Buffer.from('<Hi>\u0000\u00ff'), 0).text).toBe(
      `00000000  ${'3c 48 69 3e 00 c3 bf '.padEnd(48)} <Hi>...`,
    );
  });
});

describe('ruleTargetOf (interface 11)', () => {
  test.for([
    ['items[*].price', 'response', '$.items[*].price'],
    ["@headers['x-build']", 'response-headers', "$['x-build']"],
    ['@headers.date', 'response-headers', '$.date'],
  ])('reads %s', ([subject, target, path]) => {
    expect(ruleTargetOf(subject ?? '')).toEqual({ target, path });
  });
});
