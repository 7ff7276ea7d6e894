import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogRow } from '../../../functions/logs/domain/log-row.ts';
import { MAX_TRACE_ROWS } from '../../../functions/logs/service/searched-logs.ts';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const [ORDERS, OLD, REPLAYED] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string]; // three
const PLAN_ID = '6a0f3c40a1b2c3d4e5f60718';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOGS = '/console/apps/shop/logs';

let stage: ReturnType<typeof pageStage>;
let now: number;
const row = (trace_id: string, minutesAgo: number, body: string, more: Partial<LogRow> = {}): LogRow => ({
  timestamp: now - minutesAgo * MINUTE,
  severity: 'INFO',
  body,
  service_name: 'shop',
  source: 'app',
  trace_id,
  ...more,
});

beforeEach(async () => {
  stage = pageStage();
  now = stage.clock.now;
  const at = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  const { body } = await stage.call(
    'POST',
    '/api/recorder/cases',
    [
      recordedGet('shop', '/orders', {}, { caseId: 'new', traceId: ORDERS, recordedAt: at(30) }),
      recordedGet('shop', '/old', {}, { caseId: 'old', traceId: OLD, recordedAt: at(180) }),
    ],
    stage.asAdmin,
  );
  expect(body.accepted).toBe(2);
  const { plans, results, logRows } = stage.services;
  const plan = replayPlan({
    planId: PLAN_ID,
    createdAt: now - 10 * MINUTE,
    appId: 'shop',
    planName: 'Cut <b>prices</b>',
  });
  await plans.lock('shop', PLAN_ID, now);
  await plans.create(plan, null, null);
  await plans.setOnce(PLAN_ID, 1, 'startedAt', now - 10 * MINUTE);
  await plans.setOnce(PLAN_ID, 1, 'selection', { requests: 1, chunks: 1, workers: 1 });
  await plans.finish(PLAN_ID, 1, now - 9 * MINUTE, now);
  const planned = { item: 0, caseId: 'x', operation: '/replayed', method: 'GET', session: null, recordedAt: 1 };
  await results.putChunk(plan, 1, { chunk: 0, first: 0, cases: [{ ...planned, traceId: REPLAYED }] });
  await logRows.append([
    row(OLD, 180, 'three hours ago'),
    row(ORDERS, 30, 'orders read', { span_id: 'b7ad6b7169203331', timestamp: now - 30 * MINUTE }),
    row(ORDERS, 30, 'stock is low\nof A-1', { severity: 'WARN', span_id: 'b7ad6b7169203331', source: 'agent' }),
    row(REPLAYED, 9.5, 'replayed <i>', { severity: 'ERROR', plan_id: PLAN_ID }),
  ]);
});
afterEach(() => stage.close());

const get = async (path: string) => {
  const { status, text, headers } = await stage.browser().get(path, stage.asAdmin);
  return { status, text, headers, plain: text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') };
};
/** Messages of the listed entries, in their order. */
const messages = (text: string) =>
  [...text.matchAll(/<summary><span class="mono">(.*?)<\/span>/g)].map(([, one]) => one);

describe('the logs of an application (interface 13)', () => {
  test('are those of its recordings and runs in the window, newest first', async () => {
    const { text, plain } = await get(`${LOGS}?window=1h`);
    expect(messages(text)).toEqual(['replayed &lt;i&gt;', 'orders read', 'stock is low']);
    expect(plain).toContain('3 entries, in the logs of 2 requests');
    expect(text).toContain(
      `<time datetime="2026-11-20T09:50:30.000Z" title="2026-11-20 09:50:30 UTC">9 minutes ago</time>`,
    );
    expect(plain).toContain('GET /replayed');
    expect(messages((await get(LOGS)).text)).toHaveLength(4);
  });

  test.for<[query: string, found: string[]]>([
    ['q=LOW', ['stock is low']],
    ['level=WARN', ['replayed &lt;i&gt;', 'stock is low']],
    ['source=agent', ['stock is low']],
    [`run=${PLAN_ID}`, ['replayed &lt;i&gt;']],
    [`run=${PLAN_ID}&q=stock`, []],
    ['since=2026-11-20T06:00:00Z&until=2026-11-20T08:00:00Z', ['three hours ago']],
    [`q=${ORDERS}`, ['orders read', 'stock is low']],
    [`trace_id=${ORDERS}&q=low`, ['stock is low']],
  ])('are found by %s', async ([query, found]) => {
    const { status, text } = await get(`${LOGS}?${query}`);
    expect([status, messages(text)]).toEqual([200, found]);
  });

  test('have a chip for every filter whose link removes only that filter, and a form that keeps the rest', async () => {
    const { text, plain } = await get(`${LOGS}?q=low&trace_id=${ORDERS}&level=WARN&source=agent&window=1h`);
    const chips = [...text.matchAll(/<a class="badge" href="([^"]+)">/g)].map(([, href]) =>
      href?.replaceAll('&amp;', '&'),
    );
    expect(chips).toEqual([
      `${LOGS}?q=low&level=WARN&source=agent&window=1h`,
      `${LOGS}?trace_id=${ORDERS}&level=WARN&source=agent&window=1h`,
      `${LOGS}?q=low&trace_id=${ORDERS}&source=agent&window=1h`,
      `${LOGS}?q=low&trace_id=${ORDERS}&level=WARN&window=1h`,
      `${LOGS}?q=low&trace_id=${ORDERS}&level=WARN&source=agent`,
    ]);
    expect(plain).toContain('Level: Warning and above');
    expect(text).toContain(`<input type="hidden" name="trace_id" value="${ORDERS}">`);
    expect(text).toContain('<input type="hidden" name="window" value="1h">');
    expect(text).toContain('<option value="WARN" selected>');
  });

  test('offer links to windows, also around the latest runs', async () => {
    const { text, plain } = await get(LOGS);
    expect(text).toContain(`href="${LOGS}?window=1h"`);
    expect(text).toContain(`href="${LOGS}?window=run&amp;run=${PLAN_ID}"`);
    expect(text).toMatch(/window=24h" aria-current="true"/);
    expect(plain).toContain('Around a run');
    const around = await get(`${LOGS}?run=${PLAN_ID}`);
    expect(around.text).toMatch(/aria-current="true">Around Cut &lt;b&gt;prices/);
    const request = await get(`${LOGS}?trace_id=${ORDERS}&run=${PLAN_ID}&recorded=2026-11-20T09:30:00Z`);
    expect(request.text).toMatch(/aria-current="true">Around this request/);
    expect(messages(request.text)).toHaveLength(2);
  });

  test.for<[query: string, field: string, message: string]>([
    ['since=yesterday', 'since-error', 'Enter an ISO-8601 time with its zone'],
    ['since=2026-11-20T10:00:00Z&until=2026-11-20T09:00:00Z', 'since-error', 'The start must be before the end.'],
    ['trace_id=abc', 'q-error', 'A trace id has 32 hexadecimal digits.'],
  ])('refuse %s beside its field', async ([query, field, message]) => {
    const { status, text } = await get(`${LOGS}?${query}`);
    expect(status).toBe(422);
    expect(text).toMatch(new RegExp(`id="${field}">[^<]*${message}`));
    if (field === 'since-error') expect(text).toContain('<details open><summary>Exact times');
  });

  test('show no run of another application', async () => {
    const path = `/console/apps/other/logs?run=${PLAN_ID}`;
    await stage.services.sealedSettings.changeSettings('other', {});
    const { status, plain } = await get(path);
    expect([status, plain.includes('The run no longer exists'), plain.includes('prices')]).toEqual([422, true, false]);
  });

  test('say how to continue if there are no entries', async () => {
    const filtered = await get(`${LOGS}?q=nowhere`);
    expect(filtered.plain).toContain('No entry matches in the logs of 3 requests');
    expect(filtered.text).toContain(`href="${LOGS}?q=nowhere&amp;window=all">Search all kept entries`);
    const none = await get(`${LOGS}?trace_id=${'4'.repeat(32)}`);
    expect(none.text).not.toContain('Waiting for the first entry.');
    await stage.services.sealedSettings.changeSettings('silent', {});
    const waiting = await get('/console/apps/silent/logs?window=all');
    expect(waiting.plain).toContain('No entry has come in yet');
    expect(waiting.text).toMatch(/id="waiting"[^>]* data-live data-every="5">.*Waiting for the first entry\./);
    expect(none.plain).toContain('No log entries of this trace are kept');
    expect(none.text).toContain('OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=http://127.0.0.1:8090/v1/logs');
    expect(none.text).toContain('/openapi#tag/Logs/operation/takeLogs');
  });

  test('are found by the prefixes of the search box, which the page shows by examples', async () => {
    const { text } = await get(LOGS);
    const examples = [...text.matchAll(/<a href="([^"]*)"><code>((?:trace|request|run):[^<]*)<\/code>/g)];
    expect(examples.map(([, , shown]) => shown)).toEqual([
      `trace:${ORDERS}`,
      'request:new',
      'run:&quot;Cut &lt;b&gt;prices&lt;/b&gt;&quot;',
    ]);
    const [trace, request, run] = examples.map(([, href = '']) => href.replaceAll('&amp;', '&'));
    expect(messages((await get(trace ?? '')).text)).toHaveLength(2);
    expect((await get(request ?? '')).headers.get('location')).toBe('/console/logs?case=new');
    expect((await get(run ?? '')).plain).toContain('Around Cut &lt;b&gt;prices');
    expect((await get(`${LOGS}?q=trace:none`)).plain).toContain('A trace id has 32 hexadecimal digits.');
  });

  test('say that the pipeline is off', async () => {
    stage.close();
    stage = pageStage({ SVC_LOG_PIPELINE: 'off' });
    await stage.services.sealedSettings.changeSettings('shop', {});
    expect((await get(LOGS)).plain).toContain('No logs are kept: SVC_LOG_PIPELINE is off.');
  });
});

describe('the trace of a request', () => {
  test('is drawn by its spans, with the same numbers as text', async () => {
    await stage.services.logRows.append([
      row(ORDERS, 0, 'answered', { span_id: 'b7ad6b7169203331', timestamp: now - 30 * MINUTE + 40 }),
      row(ORDERS, 0, 'one row', { span_id: '11f067aa0ba902b7', service_name: 'db', timestamp: now - 30 * MINUTE + 10 }),
      row(ORDERS, 0, 'replay', { span_id: '22f067aa0ba902b7', replay_id: 'r1' }),
    ]);
    const { text, plain } = await get(`${LOGS}?trace_id=${ORDERS}`);
    expect(plain).toContain('Recorded 30 minutes ago , 40 ms');
    expect(plain).toContain('Replayed just now , 0 ms');
    expect(plain).toMatch(/shop Warning b7ad6b71 0 to 40 ms 3/);
    expect(plain).toMatch(/db 11f067aa 10 to 10 ms 1/);
    expect(text).toContain('<rect class="recorded" x="0" y="5" width="1000" height="6"/>');
    expect(text).toContain('<rect class="recorded" x="250" y="5" width="8" height="6"/>');
    expect(text).toContain('<rect class="fill-warn" x="0" y="1" width="6" height="14"/>');
    expect(text).not.toContain('style=');
    expect(plain).toContain('29 minutes ago +10 ms');
  });

  test('lists the entries of the recording, of replays, or of both', async () => {
    await stage.services.logRows.append([row(ORDERS, 0, 'of the replay', { replay_id: 'r1' })]);
    const path = `${LOGS}?trace_id=${ORDERS}`;
    const both = messages((await get(path)).text);
    expect(both).toContain('of the replay');
    expect(messages((await get(`${path}&pass=replayed`)).text)).toEqual(['of the replay']);
    expect(messages((await get(`${path}&pass=recorded`)).text)).toEqual(both.filter((one) => one !== 'of the replay'));
    expect((await get(path)).text).toContain(`pass=replayed#entries">Replayed 1</a>`);
  });

  test('has no waterfall without spans, and says so', async () => {
    const { text, plain } = await get(`${LOGS}?trace_id=${OLD}`);
    expect(plain).toContain('No waterfall: these entries name no span.');
    expect(text).not.toContain('class="lane"');
  });

  test('opens a whole message with its ids, and offers all entries as a file', async () => {
    const { text } = await get(`${LOGS}?trace_id=${ORDERS}&window=1h`);
    expect(text).toContain('stock is low\nof A-1</pre>');
    const href = /href="(\/console\/logs\/file[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(JSON.parse((await get(href)).text).rows).toHaveLength(2);
    expect((await get(`${LOGS}?run=${PLAN_ID}`)).text).toContain(`<a href="/report/${PLAN_ID}">`);
  });

  test('has at most 500 entries on a page, the oldest ones', async () => {
    const body = (index: number) => `entry ${index}`;
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        row('5'.repeat(32), 0, body(index), { timestamp: now - HOUR + index }),
      );
    await stage.services.logRows.append(rows(MAX_TRACE_ROWS));
    const path = `${LOGS}?trace_id=${'5'.repeat(32)}`;
    expect((await get(path)).plain).toContain('500 entries');
    await stage.services.logRows.append([row('5'.repeat(32), 0, 'one more')]);
    const { text, plain } = await get(path);
    expect([plain.includes('The oldest 500 entries'), text.includes('one more')]).toEqual([true, false]);
  });
});

describe('logs without an application', () => {
  test('are found by a trace id, and a text needs an application', async () => {
    expect(messages((await get(`/console/logs?q=${OLD}`)).text)).toEqual(['three hours ago']);
    const { status, text } = await get('/console/logs?q=stock');
    expect(status).toBe(422);
    expect(text).toMatch(/id="q-error">Enter a trace id of 32 hexadecimal digits here\./);
    expect(text).toContain(`href="${LOGS}?q=stock"`);
    expect((await get('/console/logs')).status).toBe(200);
  });

  test('lead from a recording to its application, around its time', async () => {
    const { status, headers } = await get('/console/logs?case=new');
    expect([status, headers.get('location')]).toEqual([
      303,
      `${LOGS}?trace_id=${ORDERS}&recorded=${encodeURIComponent('2026-11-20T09:30:00.000Z')}`,
    ]);
    const gone = await get('/console/logs?case=gone');
    expect([gone.status, gone.plain.includes('The recording no longer exists')]).toEqual([422, true]);
  });
});
