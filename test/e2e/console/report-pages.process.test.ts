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

/** Text of a finding's row, found by one of its fields. */
const rowOf = (html: string, subject: string) =>
  // Ids in links are random: they may contain `500`.
  (
    html
      .split('<tr class="finding"')
      .map(textOf)
      .find((row) => row.includes(subject)) ?? ''
  ).slice(1);
describe('the report of a run (interface 13)', () => {
  test('decides, says what to do next, and lists every finding with its values', async () => {
    const { status, html } = await page(report(runs.planId));
    const text = textOf(html);
    expect(status).toBe(200);
    expect(text).toContain('Do not release: 7 findings need action Start with the new one. Fix the build,');
    expect(text).toContain('Review 1 new finding');
    expect(text).toContain('State Needs action Verdict FAIL as settled Pass rate 33.3 % as settled');
    expect(text).toContain('Failing requests 16 as settled Requests 24 all with a result');
    expect(text).toContain('Endpoints replayed 13 of 13 8 unchanged');
    expect(text).toContain('Needs action 7 5 endpoints, 10 requests');
    expect(text).toContain('To review 2 1 endpoint, 12 requests');
    expect(rowOf(html, 'lines[*].price')).toMatch(
      /Needs action: Value changed New lines\[\*\]\.price total 10 → 11 [^G]*GET \/orders\/\{id\} 6 of 12 Example/,
    );
    expect(rowOf(html, '500')).toMatch(/Server error status 200 → 500 GET \/broken 1 of 1/);
    const trail = [...html.matchAll(/<li><a href="(\/console[^"]*)">/g)].map(([, link]) => link ?? '');
    expect(trail).toContain(`/console/apps/${APP}/replays`);
    for (const link of trail) expect((await page(link)).status).toBe(200);
  });

  test('never shows the value of a sensitive field', async () => {
    const { html } = await page(report(runs.planId));
    expect(rowOf(html, 'password')).toMatch(/Sensitive field password absent → "\*\*\*" GET \/profile/);
    expect(html).not.toContain('hunter2');
  });

  test.for([
    ['details', /requestId \/orders\/\{id\} differs when the same request is sent twice 12 requests, 12 requests sent/],
    ['details', /The analysis was not started: no analysis service is connected\./],
    ['details', /13 of 13 endpoints replayed with 24 requests\. No main endpoints/],
    ['latency', /p50 13 → \d+ ms median/],
    ['endpoints', /13 endpoints; times as recorded/],
  ] as const)('says in the view %s: %s', async ([tab, words]) => {
    expect(textOf((await page(`${report(runs.planId)}?tab=${tab}`)).html)).toMatch(words);
  });

  test('says what is new since the previous run', async () => {
    const { html } = await page(report(runs.planId));
    expect(textOf(html)).toMatch(/Since the previous run, [^:]+[^ ]+ : 1 new 0 gone 8 same/);
    expect(html).toContain(`<a href="/report/${runs.first}">`);
    expect(textOf((await page(report(runs.first))).html)).toContain('The first run of this application');
  });

  test.for([
    ['text=lines', 1],
    ['text=FAKE', 0],
    ['text=alert', 1],
    ['new=1', 1],
    ['kind=SERVER_ERROR', 1],
    ['endpoint=GET+%2Fstock', 2],
    ['from=900', 9],
  ] as const)('lists findings without script by %s', async ([query, found]) => {
    const { html } = await page(`${report(runs.planId)}?${query}`);
    expect(html.match(/class="finding"/g) ?? []).toHaveLength(found);
  });

  test('names only examples that open and fail', async () => {
    const { html } = await page(report(runs.planId));
    const links = [...html.matchAll(/href="(\/report\/[0-9a-f]{24}\/cases\/\d+)">Example/g)].map(
      ([, link]) => link ?? '',
    );
    expect(links.length).toBeGreaterThanOrEqual(6);
    for (const link of links) expect(textOf((await page(link)).html)).toContain(' Failing ');
  });

  test.for([
    ['endpoint=same', 8],
    ['endpoint=ORD', 1],
    ['endpointState=needsAction', 5],
    ['endpointState=uncovered', 0],
  ] as const)('filters the table of endpoints without script by %s', async ([query, rows]) => {
    const { html } = await page(`${report(runs.planId)}?tab=endpoints&${query}`);
    const table = /<table class="cards" id="endpoint-rows">.*?<\/table>/s.exec(html)?.[0] ?? '';
    expect([...table.matchAll(/<tr><th scope="row">/g)]).toHaveLength(rows);
  });

  test('gives 404 for an unknown plan or request, and ignores odd queries', async () => {
    for (const path of ['/report/nothing', `${report(runs.planId)}/cases/9999`, `${report(runs.planId)}/cases/x`]) {
      expect((await page(path)).status).toBe(404);
    }
    const odd = await page(
      `${report(runs.planId)}?from=-1&kind=zz&new=x&text=%22%3E%3Cscript%3E&tab=nothing&done=constructor`,
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
  ])('says that the link has expired for a list of requests by %s', async (query) => {
    const { status, html } = await page(`${report(runs.planId)}/cases?${query}`);
    expect([status, html.includes('This link has expired')]).toEqual([400, true]);
  });

  test('says if a replay had nothing to replay', async () => {
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('tagless', '/t', {})]);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'tagless',
      targetEnv: stage.target.url,
      caseTags: { tier: 'none' },
    });
    await completed(stage.service.url, body.planId);
    expect(textOf((await page(report(body.planId))).html)).toContain(
      'No decision: nothing was replayed No recording of the last 24 hours has the tag tier=none . Use a longer window or other tags.',
    );
  });
});

describe('the cause analysis on the report (spec 2.5)', () => {
  test('shows code changes with their place, tiers and number of consecutive runs', async () => {
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
    const { html } = await page(`${report(runs.planId)}?tab=details`);
    const text = textOf(html);
    expect(text).toContain('The analysis has finished. 1 of 16 failed requests analyzed.');
    expect(text).toContain('Code changes 1 request 1 endpoint Unknown cause 15 requests');
    expect(text).toContain(
      'Where src/broken.ts:7 Broken.answer Cause located in code Requests 1 of 1 Seen for the first time',
    );
    expect(html).toContain('The total is &lt;wrong&gt;.');
    const findings = textOf((await page(report(runs.planId))).html);
    expect(findings).toContain('Likely cause The handler throws src/broken.ts:7');
    expect(findings.match(/Likely cause/g)).toHaveLength(1);
  });
});

describe('the page of a request', () => {
  test('shows both sides: lost and gained members, statuses, headers, calls, and a link to logs', async () => {
    const item = await itemAt(runs.planId, '/stock');
    const { html } = await page(`${report(runs.planId)}/cases/${item}`);
    const text = textOf(html);
    expect(text).toContain('200 → 200');
    expect(html).toMatch(
      /<td class="code was">\s*<span class="k">&quot;sku&quot;<\/span>: <span class="s">&quot;B-2&quot;</,
    );
    expect(html).toMatch(
      /<td class="code now">\s*<span class="k">&quot;sku&quot;<\/span>: <span class="s">&quot;E-5&quot;</,
    );
    expect(text).toMatch(/x-build none → two/);
    expect(text).toContain('inventory GET /stock/{sku}');
    const recording = /href="(\/console\/cases\/[^"]+)"/.exec(html)?.[1] ?? '';
    expect((await page(recording)).status).toBe(200);
    expect(html).toMatch(/\/logs\?trace_id=[0-9a-f]{32}&amp;run=[0-9a-f]{24}&amp;recorded=[^&"]+&amp;replayed=[^"]+"/);
  });

  test('says from where an element moved', async () => {
    const { html } = await page(`${report(runs.planId)}/cases/${await itemAt(runs.planId, '/list')}`);
    expect(textOf(html)).toMatch(/moved from 4 to 1 , key id=4 .* moved from 4 to 1 , key id=4/);
  });

  test('shows an absent body beside the whole of the other', async () => {
    bodies.set('/emptied', '');
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('emptied', '/emptied', { a: { b: 1 } })]);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'emptied',
      targetEnv: stage.target.url,
    });
    await completed(stage.service.url, body.planId);
    const { html } = await page(`${report(body.planId)}/cases/0`);
    expect(html).toMatch(
      /<td class="code was">\s+<span class="k">&quot;b&quot;<\/span>: <span class="n">1<\/span><\/td><td class="line void">/,
    );
  });

  test('writes right-to-left texts in one direction, in the differences and side by side', async () => {
    bodies.set('/hebrew', '{"word":"עולם"}');
    await call(stage.service.url, 'POST', '/api/recorder/cases', [recordedGet('hebrew', '/hebrew', { word: 'שלום' })]);
    const started = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'hebrew',
      targetEnv: stage.target.url,
    });
    await completed(stage.service.url, started.body.planId);
    const { html } = await page(`${report(started.body.planId)}/cases/0`);
    const marked = [...html.matchAll(/<(del|ins)>(?:<span class="s">)?<bdi([^>]*)>/g)].map(([, tag, direction]) => [
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

  test('shows bodies as text, without their markup', async () => {
    const { items } = (await call(stage.service.url, 'GET', `/api/replays/${runs.planId}/cases?limit=200`)).body;
    let withNote = 0;
    for (const { planItemId } of items) {
      const { html } = await page(`${report(runs.planId)}/cases/${planItemId.split(':')[1]}`);
      expect(html).not.toContain('<script>alert');
      if (html.includes('&lt;script&gt;alert(1)&lt;/script&gt;')) withNote++;
    }
    expect(withNote).toBe(1);
  });

  test('leads from the first failing request through every one to the last', async () => {
    const { html } = await page(`${report(runs.planId)}/cases`);
    const all = [...html.matchAll(/class="cut" href="[^"]*\/cases\/(\d+)"/g)].map(([, item]) => Number(item));
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

  test('never contains 10 MB and 4 MB of a comparison at once', async () => {
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
    for (const query of ['', '?from=200', '?view=unified', '?fold=none', '?view=raw', '?view=raw&from=3900000']) {
      const { status, html } = await page(`${report(started.planId)}/cases/0${query}`);
      expect(status).toBe(200);
      expect(html.length).toBeLessThan(300_000);
      expect(html).toContain('>Next ');
    }
  });
});
