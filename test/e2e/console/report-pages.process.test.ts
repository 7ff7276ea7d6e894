import { beforeAll, describe, expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { APP, replayedTwice, targetOf } from './report-scenario.ts';

const build = { second: false };
const shop = targetOf(build);
/** Responses of the target for other tests, by path. */
const bodies = new Map<string, string>();
let held: (() => void)[] = [];

const stage = serviceAndTarget(
  (request, response) => {
    const body = bodies.get(request.url);
    if (request.url.startsWith('/held/')) held.push(() => json(response, {}));
    else if (body === undefined) shop(request, response);
    else response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  },
  { SVC_NOISE_REDUCTION: 'rules' },
);

/** A page as a client without scripts sees it. */
async function page(path: string, more: RequestInit = {}) {
  const headers = { 'x-api-key': ADMIN_KEY };
  const answer = await fetch(`${stage.service.url}${path}`, { headers, redirect: 'manual', ...more });
  const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  return { status: answer.status, location: answer.headers.get('location'), cookie, html: await answer.text() };
}

/** Target page of a form's redirect, requested with its cookie. */
const followed = ({ location, cookie }: { location: string | null; cookie: string }) =>
  page(location ?? '', { headers: { 'x-api-key': ADMIN_KEY, cookie } });

const send = (path: string, fields: Record<string, string> = {}) =>
  page(path, { method: 'POST', body: new URLSearchParams(fields) });

/** Visible text, without markup. */
const textOf = (html: string) => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

const report = (planId: string) => `/report/${planId}`;

/** Position of the first failing request of an endpoint. */
async function itemAt(planId: string, operation: string): Promise<number> {
  const query = new URLSearchParams({ state: 'FAILED', operation });
  const { items } = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?${query}`)).body;
  return Number(items[0].planItemId.split(':')[1]);
}

let first = '';
let planId = '';
beforeAll(async () => {
  [first, planId] = await replayedTwice(stage.service, stage.target.url, build);
}, 30_000);

describe('the report of a replay (interface 13)', () => {
  test('says where it stands, what to do next and what differs', async () => {
    const { status, html } = await page(report(planId));
    const text = textOf(html);
    expect(status).toBe(200);
    expect(text).toContain('Differences need action Go through the first list');
    expect(text).toMatch(/Needs action 5 endpoints Field value differs 6 of 12 requests lines\[\*\]\.price/);
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
    const { html } = await page(report(planId));
    expect(textOf(html)).toContain(`Compared with ${first} : 2 new differences, 0 gone, 8 unchanged.`);
    expect(textOf((await page(report(first))).html)).toContain('There is no earlier run');
  });

  test('every example that it names opens and fails', async () => {
    const { html } = await page(report(planId));
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
    const { html } = await page(`${report(planId)}?${query}`);
    const table = /<table class="stack" id="endpoint-rows">.*?<\/table>/s.exec(html)?.[0] ?? '';
    expect([...table.matchAll(/<tr><th scope="row">/g)]).toHaveLength(rows);
  });

  test('an unknown plan, an unknown request and odd queries', async () => {
    for (const path of ['/report/nothing', `${report(planId)}/cases/9999`, `${report(planId)}/cases/x`]) {
      expect((await page(path)).status).toBe(404);
    }
    const odd = await page(
      `${report(planId)}?needsAction=-1&endpointsFrom=zz&endpoint=%22%3E%3Cscript%3E&done=constructor`,
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
    const { status, html } = await page(`${report(planId)}/cases?${query}`);
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
    const { body } = await call(stage.service.url, 'POST', `/openapi/v1/replay-runs/${planId}/diagnosis`, {
      state: 'DONE',
      summary: 'The total is <wrong>.',
      cases: [{ planItemId: `${planId}:${await itemAt(planId, '/broken')}`, tier: 'CODE_CHANGE', change: 'k' }],
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
    const { html } = await page(report(planId));
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
    const item = await itemAt(planId, '/stock');
    const { html } = await page(`${report(planId)}/cases/${item}`);
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
    const { html } = await page(`${report(planId)}/cases/${await itemAt(planId, '/list')}`);
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
    const told = [...html.matchAll(/<(del|ins)>(?:<code>)?<bdi([^>]*)>/g)].map(([, tag, direction]) => [
      tag,
      direction,
    ]);
    expect(told).toEqual([
      ['del', ' dir="ltr"'],
      ['ins', ' dir="ltr"'],
      ['del', ' dir="ltr"'],
      ['ins', ' dir="ltr"'],
    ]);
  });

  test('bodies are text: nothing in them becomes markup', async () => {
    const { items } = (await call(stage.service.url, 'GET', `/api/replays/${planId}/cases?limit=200`)).body;
    let withNote = 0;
    for (const { planItemId } of items) {
      const { html } = await page(`${report(planId)}/cases/${planItemId.split(':')[1]}`);
      expect(html).not.toContain('<script>alert');
      if (html.includes('&lt;script&gt;alert(1)&lt;/script&gt;')) withNote++;
    }
    expect(withNote).toBe(1);
  });

  test('next leads from the first failing request through every one to the last', async () => {
    const { html } = await page(`${report(planId)}/cases`);
    const all = [...html.matchAll(/cases\/(\d+)">Request/g)].map(([, item]) => Number(item));
    expect(all).toHaveLength(16);
    const seen: number[] = [];
    for (let at: number | undefined = all[0]; at !== undefined; ) {
      seen.push(at);
      const next = /rel="next" href="[^"]*\/cases\/(\d+)"/.exec((await page(`${report(planId)}/cases/${at}`)).html);
      at = next ? Number(next[1]) : undefined;
    }
    expect(seen).toEqual(all);
  });

  test('10 MB against 4 MB never go into one page', { timeout: 60_000 }, async () => {
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
    await completed(stage.service.url, started.planId, 40_000);
    for (const query of ['', '?from=200', '?view=raw', '?view=raw&from=3900000']) {
      const { status, html } = await page(`${report(started.planId)}/cases/0${query}`);
      expect(status).toBe(200);
      expect(html.length).toBeLessThan(300_000);
      expect(html).toContain('Next ');
    }
  });
});

describe('what people do on a report', () => {
  test('a rule shows its effect before it is saved; saved, the findings reflect it', async () => {
    const path = `${report(planId)}/rule?${new URLSearchParams({ kind: 'ignore', target: 'response', path: '$.level', operation: '/profile' })}`;
    const preview = await page(path);
    expect(textOf(preview.html)).toMatch(/Taken out \/profile: Field type differs level 1 request/);
    expect(textOf((await page(report(planId))).html)).toContain('Field type differs');
    const fields = {
      kind: 'ignore',
      target: 'response',
      path: '$.level',
      operation: '/profile',
      keys: '',
      comment: 'why',
    };
    const saved = await send(`${report(planId)}/rule`, fields);
    expect(saved).toMatchObject({ status: 303, location: `${report(planId)}?done=rule` });
    const after = textOf((await followed(saved)).html);
    expect(after).toContain('The rule is saved');
    expect(after).not.toContain('Field type differs');
  });

  test('a list of a request leads to a rule with a key that is likely', async () => {
    const { html } = await page(`${report(planId)}/cases/${await itemAt(planId, '/stock')}`);
    const link = /href="([^"]*kind=array-key[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const preview = await page(link);
    expect(preview.html).toMatch(/name="keys" [^>]*value="sku"/);
    expect(textOf(preview.html)).toContain('What it would change in this replay');
  });

  test('a key for a list takes out that it is in another order', async () => {
    const path = `${report(planId)}/rule?${new URLSearchParams({ kind: 'array-key', path: '$.entries', operation: '/list', keys: 'id' })}`;
    expect(textOf((await page(path)).html)).toMatch(/Taken out \/list: List is in another order entries 1 request/);
  });

  test('a key for a list is asked for, and a rule that is none is refused beside its field', async () => {
    const query = (keys: string) =>
      `${report(planId)}/rule?${new URLSearchParams({ kind: 'array-key', path: '$.items', operation: '/stock', keys })}`;
    expect((await page(query(''))).html).not.toContain('What it would change');
    const preview = await page(query('quantity'));
    expect(textOf(preview.html)).toContain('What it would change in this replay');
    const refused = await send(`${report(planId)}/rule`, { kind: 'ignore', path: '$[', operation: '' });
    expect(refused.status).toBe(422);
    expect(refused.html).toMatch(/<p class="error" id="path-error">Path must be/);
    expect(refused.html).toContain('value="$["');
  });

  test('marking takes a request out of the findings, taking the mark back brings it again', async () => {
    const item = await itemAt(planId, '/broken');
    const at = `${report(planId)}/cases/${item}`;
    expect((await send(`${at}/mark`, { comment: 'meant <b>' })).location).toBe(`${at}?done=marked`);
    const marked = textOf((await page(report(planId))).html);
    expect(marked).not.toContain('Server error 1 of 1 request');
    const [, failed] = / Failed (\d+) /.exec(marked) ?? [];
    const [, today] =
      /those of when the replay settled, and stay\. Under [^.]*marks (\d+) requests? fails?\./.exec(marked) ?? [];
    expect(Number(today)).toBeLessThan(Number(failed));
    expect((await page(at)).html).toContain('meant &lt;b&gt;');
    expect((await send(`${at}/unmark`)).location).toBe(`${at}?done=unmarked`);
    expect(textOf((await page(report(planId))).html)).toContain('Server error 1 of 1 request');
  });

  test('a suggestion that is taken back counts again', async () => {
    const { html } = await page(report(planId));
    expect(html).toContain('No other endpoint is left to review');
    const action = /action="([^"]+\/revert)"/.exec(html)?.[1] ?? '';
    expect((await send(action)).location).toBe(`${report(planId)}?done=reverted`);
    expect(textOf((await page(report(planId))).html)).toMatch(/Field value differs 12 of 12 requests requestId/);
  });

  test('what cannot be done says why, and a stranger word says nothing', async () => {
    const stopped = await send(`${report(planId)}/stop`);
    expect(stopped.location).toBe(`${report(planId)}?refused=NOT_RUNNING`);
    expect(textOf((await followed(stopped)).html)).toContain('Nothing was changed: the replay has completed already.');
    expect(textOf((await page(`${report(planId)}?refused=toString`)).html)).not.toContain('native code');
  });

  test('recompare and run again', async () => {
    const { html } = await page(report(planId));
    expect(textOf(html)).toMatch(/ Run again Compare again Failing requests /);
    expect(html).toContain(`action="${report(planId)}/recompare"`);
    expect((await send(`${report(first)}/recompare`)).location).toBe(`${report(first)}?done=recompare`);
    expect((await send(`${report(first)}/rerun`)).location).toBe(`${report(first)}?done=rerun`);
    await completed(stage.service.url, first);
    expect(textOf((await page(report(first))).html)).toContain(', round 2');
  });

  test('while it runs: progress, which asks for itself without script, and a way to stop it', async () => {
    const cases = ['a', 'b'].map((name) => recordedGet('held', `/held/${name}`, {}));
    await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
    const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
      appId: 'held',
      targetEnv: stage.target.url,
    });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    const { html } = await page(report(body.planId));
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>');
    expect(html).toMatch(/<progress id="progress" max="1" value="0/);
    expect((await send(`${report(body.planId)}/stop`)).location).toBe(`${report(body.planId)}?done=stopped`);
    for (const answer of held) answer();
    held = [];
    await completed(stage.service.url, body.planId);
    expect(textOf((await page(report(body.planId))).html)).toMatch(/The replay did not finish|No problem found/);
  });
});

describe('who may', () => {
  test('a guest sees the report and its bodies, finds no button, and is refused', async () => {
    const guest = await fetch(`${stage.service.url}${report(planId)}`);
    const html = await guest.text();
    expect(textOf(html)).toContain('Needs action');
    expect(html).not.toMatch(/<form[^>]*method="post"[^>]*action="\/report/);
    expect(html).not.toContain('Ignore');
    const cookie = guest.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    for (const [path, method] of [
      [`${report(planId)}/rerun`, 'POST'],
      [`${report(planId)}/cases/0/mark`, 'POST'],
      [`${report(planId)}/rule?path=a`, 'GET'],
    ] as const) {
      const body = method === 'POST' ? { body: new URLSearchParams() } : {};
      expect((await page(path, { method, headers: { cookie }, ...body })).status).toBe(403);
    }
  });

  test('a key without the right to read sees nothing', async () => {
    const { body } = await call(stage.service.url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['record'] });
    expect((await page(report(planId), { headers: { 'x-api-key': body.key ?? body.body?.key } })).status).toBe(403);
  });

  test('the report belongs to the application of its plan', async () => {
    expect((await call(stage.service.url, 'GET', `/api/apps/${APP}/compare-rules`)).body.items).toContainEqual(
      expect.objectContaining({ path: '$.level', operation: '/profile', comment: 'why' }),
    );
  });
});
