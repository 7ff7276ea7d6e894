import { describe, expect, test } from 'vitest';
import { hoursPlot } from '../../../functions/console/pages/overview/hours-plot.ts';
import { lastDecision } from '../../../functions/console/pages/overview/last-decision.ts';
import { runsSection } from '../../../functions/console/pages/overview/runs-section.ts';
import type { Run } from '../../../functions/replay/service/runs-of.ts';
import { dateLabels, type PlottedRun, rateLine, runsPlot } from '../../../functions/report/pages/parts/runs-plot.ts';
import { trendSection } from '../../../functions/report/pages/parts/trend-section.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 10, 8, 10);
const run = (at: number, change: Partial<PlottedRun> = {}): PlottedRun => ({
  planId: `plan${at}`,
  title: `Build ${at}`,
  at: START + at * HOUR,
  state: 'NEEDS_ACTION',
  passRate: 0.9,
  findings: { needsAction: 2, toReview: 1 },
  ...change,
});
const plot = async (runs: readonly PlottedRun[]) => String(await runsPlot(runs, START + 1000 * HOUR));
const spans = (html: string, look: string) =>
  [
    ...(new RegExp(`<div class="${look}"[^>]*>(.*?)</div>`, 's').exec(html)?.[1] ?? '').matchAll(
      /<span>(.*?)<\/span>/g,
    ),
  ].map(([, text]) => text);

describe('the trend of an application', () => {
  test.for<[number, string[]]>([
    [1, ['100 %', '99.5 %', '99 %']],
    [0.99, ['100 %', '99.5 %', '99 %']],
    [0.989, ['100 %', '99 %', '98 %']],
    [0.9, ['100 %', '95 %', '90 %']],
    [0.4, ['100 %', '50 %', '0 %']],
    [0, ['100 %', '50 %', '0 %']],
  ])('shows a pass rate of %d within the axis %j', async ([passRate, axis]) => {
    const html = await plot([run(0, { passRate: 1 }), run(1, { passRate })]);
    expect(spans(html, 'y')).toEqual(axis);
    const drawn = [...html.matchAll(/class="dot bad" d="M[\d.]+ ([\d.]+)h0"/g)].map(([, y]) => Number(y));
    expect(drawn[0]).toBe(0);
    expect(Math.max(...drawn)).toBeLessThanOrEqual(100);
  });

  test('has a tooltip and a row of the table for every run, newest first', async () => {
    const html = await plot([
      run(0),
      run(1, { state: 'CLEAN', passRate: 1, findings: { needsAction: 0, toReview: 0 } }),
    ]);
    expect(html).toContain(
      '<title>Build 0, 8 Nov, 10:00 UTC\nNeeds action, 90.0 % passed\n2 need action, 1 to review</title>',
    );
    expect([...html.matchAll(/<th scope="row"><a href="\/report\/(\w+)">/g)].map(([, planId]) => planId)).toEqual([
      'plan1',
      'plan0',
    ]);
    expect(html).toContain('aria-label="Pass rate of the last 2 runs: lowest 90.0 %, now 100 %"');
    expect(html).toContain('aria-label="Findings of the last 2 runs: at most 3, now 0"');
  });

  test('has neither a number nor a legend before a run has settled', async () => {
    const html = String(await trendSection([], START));
    expect(html).toContain('<h2 id="trend">Trend</h2>');
    expect(html).toContain('No run has settled yet');
    expect(html).not.toContain('needs action');
    expect(String(await trendSection([run(0)], START))).toContain('<h2 id="trend">Last run</h2>');
  });

  test('marks the run of the page', async () => {
    const html = String(await runsPlot([run(0), run(1)], START + HOUR, 'plan1'));
    expect(html).toContain('<th scope="row">Build 1 <span class="muted">(this run)</span></th>');
    expect(html).toContain('<th scope="row"><a href="/report/plan0">Build 0</a></th>');
  });

  test('shows findings that were not counted as unknown', async () => {
    const html = await plot([run(0, { findings: null })]);
    expect(html).toContain('findings not counted');
    expect(html).not.toMatch(/<rect class="fill-/);
    expect(html).toContain('<td class="number">–</td>');
  });

  test('stacks needs action below to review, in units of one finding', async () => {
    const html = await plot([run(0, { findings: { needsAction: 2, toReview: 1 } })]);
    expect(html).toMatch(
      /<rect class="fill-bad" x="[\d.]+" y="1" width="6" height="2"\/><rect class="fill-warn" x="[\d.]+" y="0" width="6" height="1"\/>/,
    );
  });

  test('escapes titles', async () => {
    expect(await plot([run(0, { title: '<b>\u202e' })])).not.toMatch(/<b>|\u202e/);
  });

  test('has days on the axis, and times of day within one day', () => {
    const runs = (count: number, hours: number) => Array.from({ length: count }, (_, at) => run(at * hours));
    expect(dateLabels(runs(31, 24))).toEqual(['8 Nov', '18 Nov', '28 Nov', '8 Dec']);
    expect(dateLabels(runs(16, 0.5))).toEqual(['10:00 UTC', '12:30 UTC', '15:00 UTC', '17:30 UTC']);
    expect(dateLabels(runs(14, 24))).toEqual(['21 Nov']);
  });

  test('draws a line for two runs or more', async () => {
    expect(rateLine([1])).toBeNull();
    expect(String(await rateLine([0.5, 1]))).toContain('d="M0 20.0L10 2.0"');
  });
});

describe('the runs of an overview', () => {
  const plan = {
    planId: 'a'.repeat(24),
    appId: 'shop',
    planName: `shop ${new Date(START).toISOString()}`,
    createdAt: START,
    status: 'COMPLETED',
    source: 'trigger',
    build: { title: 'Split heavy parcels', branch: 'feature/parcels', commit: '9f3c1ab0aa' },
  } as unknown as Run['plan']; // the parts that a row shows
  const found = { plan, round: undefined } as unknown as Run; // not settled
  const untitled = { ...found, plan: { ...plan, build: { branch: 'main', commit: '2c81e07bbb' } } };
  const list = async (one: Run) => String(await runsSection([one], '/console/apps/shop', START));
  const first = async (one: Run) =>
    String(
      await lastDecision({
        last: one,
        findings: undefined,
        lastClean: undefined,
        stats: [],
        startPath: null,
        now: START,
      }),
    );

  test('have branch and commit below the title', async () => {
    expect(await list(found)).toMatch(
      /Split heavy parcels<\/a><div class="small"><span><code>feature\/parcels<\/code> <code class="muted">9f3c1ab/,
    );
    expect(await first(found)).toContain('Split heavy parcels</a>, <code>feature/parcels</code>, ');
  });

  test('have branch and commit once if the title consists of them', async () => {
    expect((await list(untitled)).match(/main/g)).toHaveLength(1);
    expect(await first(untitled)).not.toContain('<code>');
  });
});

test('the plot of recordings names each hour with its number, and the number of hours without any', async () => {
  const html = String(
    await hoursPlot([
      { from: START, cases: 0 },
      { from: START + HOUR, cases: 1 },
      { from: START + 2 * HOUR, cases: 1200 },
    ]),
  );
  expect(html).toContain('<title>11:00 to 12:00 UTC: 1 recording</title>');
  expect(html).toContain('aria-label="Recordings per hour in the last 3 hours: 1,201 in total, none in 1 hour"');
  expect(html).toContain('<tr><th scope="row">2026-11-08 12:00</th><td class="number">1,200</td></tr>');
});
