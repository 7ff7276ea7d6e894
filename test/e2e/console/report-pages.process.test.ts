import { describe, expect, test } from 'vitest';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { APP } from './report-scenario.ts';
import { report, reportStage, textOf } from './report-stage.ts';

/** Responses of the target for other tests, by path. */
const bodies = new Map<string, string>();

const { stage, runs, page, itemAt } = reportStage(({ url }, response) => {
  const body = bodies.get(url);
  if (body !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  return body !== undefined;
});

describe('the report of a replay (interface 13)', () => {
  test('says where it stands, what to do next and what differs', async () => {
    const { status, html } = await page(report(runs.planId));
    const text = textOf(html);
    expect(status).toBe(200);
    expect(text).toContain('Differences need action Go through the first list');
    expect(text).toMatch(/Needs action 5 endpoints Value changed 6 of 12 requests lines\[\*\]\.price/);
    expect(text).toContain('13 of 13 endpoints replayed with 24 requests; 0 not covered');
    expect(text).toMatch(
      /requestId \/orders\/\{id\} differs between two replays of one request 12 requests, 12 requests sent again/,
    );
    expect(text).toContain('The analysis was not started: no analysis service is connected.');
    expect(text).toMatch(/Pass rate 33\.33 %/);
    expect(text).toMatch(/Recorded 13 ms/);
    const trail = [...html.matchAll(/<li><a href="(\/console[^"]*)">/g)].map(([, link]) => link ?? '');
    expect(trail).toContain(`/console/apps/${APP}/replays`);
    for (const link of trail) expect((await page(link)).status).toBe(200);
  });

  test('tells what is new since the last run', async () => {
    const { html } = await page(report(runs.planId));
    expect(textOf(html)).toContain(`Compared with ${runs.first} : 2 new differences, 0 gone, 8 unchanged.`);
    expect(textOf((await page(report(runs.first))).html)).toContain('There is no earlier run');
  });

  test('every example that it names opens and fails', async () => {
    const { html } = await page(report(runs.planId));
    const links = [...html.matchAll(/href="(\/report\/[0-9a-f]{24}\/cases\/\d+)">Example/g)].map(
      ([, link]) => link ?? '',
    );
    expect(links.length).toBeGreaterThanOrEqual(6);
    for (const link of links) expect(textOf((await page(link)).html)).toContain(' fails ');
  });

  test.for([
    ['endpoint=same', 8],
    ['endpoint=ORD', 1],
    ['endpointState=needsAction', 5],
    ['endpointState=uncovered', 0],
  ] as const)('the table of endpoints without script: %s', async ([query, rows]) => {
    const { html } = await page(`${report(runs.planId)}?${query}`);
    const table = /<table class="cards" id="endpoint-rows">.*?<\/table>/s.exec(html)?.[0] ?? '';
    expect([...table.matchAll(/<tr><th scope="row">/g)]).toHaveLength(rows);
  });

  test('an unknown plan, an unknown request and odd queries', async () => {
    for (const path of ['/report/nothing', `${report(runs.planId)}/cases/9999`, `${report(runs.planId)}/cases/x`]) {
      expect((await page(path)).status).toBe(404);
    }
    const odd = await page(
      `${report(runs.planId)}?needsAction=-1&endpointsFrom=zz&endpoint=%22%3E%3Cscript%3E&done=constructor`,
    );
    expect(odd.status).toBe(200);
    expect(odd.html).not.toContain('"><script>');
  });

  test.for([
    'kind=NOTHING',
    'state=FAILED',
    'state=all&cursor=x',
    'state=all&kind=x',
    'cursor=0-0',
    'state=all&cursor=99-0',
  ])('a list of requests by %s is a link of no use', async (query) => {
    const { status, html } = await page(`${report(runs.planId)}/cases?${query}`);
    expect([status, html.includes('This link is of no use any more')]).toEqual([400, true]);
  });

  test('a replay that ended with nothing to replay says so', async () => {
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('tagless', '/t', {})]);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'tagless',
      targetEnv: stage.target.url,
      caseTags: { tier: 'none' },
    });
    await completed(stage.service.url, body.planId);
    expect(textOf((await page(report(body.planId))).html)).toContain('Nothing was replayed No recorded request fits.');
  });
});

describe('the cause analysis on the report (spec 2.5)', () => {
  test('code changes with their place, tiers, and for how long they have been there', async () => {
    const { body } = await call(stage.service.url, 'POST', `/openapi/v1/replay-runs/${runs.planId}/diagnosis`, {
      state: 'DONE',
      summary: 'The total is <wrong>.',
      cases: [
        { planItemId: `${runs.planId}:${await itemAt(runs.planId, '/broken')}`, tier: 'CODE_CHANGE', change: 'k' },
      ],
      codeChanges: [
        {
          key: 'k',
          title: 'The handler throws',
          shortTitle: 'throws',
          operations: ['/broken'],
          kind: 'SERVER_ERROR',
          subject: '500',
          location: { file: 'src/broken.ts', line: 7, symbol: 'Broken.answer' },
        },
      ],
    });
    expect(body.errorCode).toBeNull();
    const { html } = await page(report(runs.planId));
    const text = textOf(html);
    expect(text).toContain('The analysis has finished. 1 of 16 failed cases analyzed.');
    expect(text).toContain('Code changes 1 1 endpoint Not established 15');
    expect(text).toContain(
      'Where src/broken.ts:7 Broken.answer Cause located in code Cases 1 of 1 Seen for the first time',
    );
    expect(html).toContain('The total is &lt;wrong&gt;.');
  });
});

describe('one request', () => {
  test('shows both sides: what was lost and gained, statuses, headers, calls, the way to its logs', async () => {
    const item = await itemAt(runs.planId, '/stock');
    const { html } = await page(`${report(runs.planId)}/cases/${item}`);
    const text = textOf(html);
    expect(text).toContain('200 → 200');
    expect(html).toMatch(/<del>\s+&quot;sku&quot;: &quot;B-2&quot;<\/del>/);
    expect(html).toMatch(/<ins>\s+&quot;sku&quot;: &quot;E-5&quot;<\/ins>/);
    expect(text).toMatch(/x-build none two/);
    expect(text).toContain('http inventory: GET /stock/{sku}');
    const recording = /href="(\/console\/cases\/[^"]+)"/.exec(html)?.[1] ?? '';
    expect((await page(recording)).status).toBe(200);
    expect(html).toMatch(/\/console\/logs\?trace_id=[0-9a-f]{32}&amp;recorded=[^&"]+&amp;replayed=[^"]+"/);
  });

  test('an element that moved says from where', async () => {
    const { html } = await page(`${report(runs.planId)}/cases/${await itemAt(runs.planId, '/list')}`);
    expect(textOf(html)).toContain('moved from place 4 to place 1');
  });

  test('a side without a body stands beside the whole of the other', async () => {
    bodies.set('/emptied', '');
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('emptied', '/emptied', { a: { b: 1 } })]);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'emptied',
      targetEnv: stage.target.url,
    });
    await completed(stage.service.url, body.planId);
    const { html } = await page(`${report(body.planId)}/cases/0`);
    expect(html).toMatch(/<del>\s+&quot;b&quot;: 1<\/del><\/td><td class="none">/);
  });

  test('what runs from right to left has one direction, in the list of differences as side by side', async () => {
    bodies.set('/hebrew', '{"word":"עולם"}');
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('hebrew', '/hebrew', { word: 'שלום' })]);
    const started = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'hebrew',
      targetEnv: stage.target.url,
    });
    await completed(stage.service.url, started.body.planId);
    const { html } = await page(`${report(started.body.planId)}/cases/0`);
    const marked = [...html.matchAll(/<(del|ins)>(?:<code>)?<bdi([^>]*)>/g)].map(([, tag, direction]) => [
      tag,
      direction,
    ]);
    expect(marked).toEqual([
      ['del', ' dir="ltr"'],
      ['ins', ' dir="ltr"'],
      ['del', ' dir="ltr"'],
      ['ins', ' dir="ltr"'],
    ]);
  });

  test('bodies are text: nothing in them becomes markup', async () => {
    const { items } = (await call(stage.service.url, 'GET', `/api/replays/${runs.planId}/cases?limit=200`)).body;
    let withNote = 0;
    for (const { planItemId } of items) {
      const { html } = await page(`${report(runs.planId)}/cases/${planItemId.split(':')[1]}`);
      expect(html).not.toContain('<script>alert');
      if (html.includes('&lt;script&gt;alert(1)&lt;/script&gt;')) withNote++;
    }
    expect(withNote).toBe(1);
  });

  test('next leads from the first failing request through every one to the last', async () => {
    const { html } = await page(`${report(runs.planId)}/cases`);
    const all = [...html.matchAll(/cases\/(\d+)">Request/g)].map(([, item]) => Number(item));
    expect(all).toHaveLength(16);
    const seen: number[] = [];
    for (let at: number | undefined = all[0]; at !== undefined; ) {
      seen.push(at);
      const next = /rel="next" href="[^"]*\/cases\/(\d+)"/.exec(
        (await page(`${report(runs.planId)}/cases/${at}`)).html,
      );
      at = next ? Number(next[1]) : undefined;
    }
    expect(seen).toEqual(all);
  });

  test('10 MB against 4 MB never go into one page', async () => {
    const body = (price: number, more: number) =>
      JSON.stringify({
        rows: Array.from({ length: 40_000 }, (_, id) => ({ id, price, name: `<row> & ${id} ${'x'.repeat(more)}` })),
      });
    bodies.set('/large', body(2, 200));
    const recorded = { status: 200, headers: [['content-type', 'application/json']], body: body(1, 50) };
    await call(stage.service.url, 'POST', '/api/recorder/cases', [
      recordedGet('large', '/large', {}, { response: { ...recorded, bodyEncoding: 'utf8' } }),
    ]);
    const { body: started } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'large',
      targetEnv: stage.target.url,
    });
    await completed(stage.service.url, started.planId);
    for (const query of ['', '?from=200', '?view=raw', '?view=raw&from=3900000']) {
      const { status, html } = await page(`${report(started.planId)}/cases/0${query}`);
      expect(status).toBe(200);
      expect(html.length).toBeLessThan(300_000);
      expect(html).toContain('Next ');
    }
  });
});
