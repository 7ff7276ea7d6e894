import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pageStage } from '../../platform/pages-shell/page-stage.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';

let stage: ReturnType<typeof pageStage>;
beforeEach(async () => {
  stage = pageStage();
  const at = (seconds: number) => new Date(stage.clock.now - seconds * 1000).toISOString();
  const { body } = await stage.call(
    'POST',
    '/api/recorder/cases',
    [
      recordedGet('shop', '/carts?user=7', { items: [] }, { caseId: 'cart', session: 's 1', recordedAt: at(240) }),
      recordedGet('shop', '/orders/1', { state: 'red mug' }, { caseId: 'order', session: 's 1', recordedAt: at(7200) }),
      {
        ...recordedGet('shop', '/gone?access_token=s3cret', null, { caseId: 'gone', tags: { tier: 'gold' } }),
        recordedAt: at(60),
        response: { status: 404, headers: [], body: 'no such thing' },
      },
    ],
    stage.asAdmin,
  );
  expect(body.accepted).toBe(3);
});
afterEach(() => stage.close());

const LIST = '/console/apps/shop/recordings';
const asAdmin = async () => {
  const browser = stage.browser();
  await browser.logIn('ann@shop.test');
  return browser;
};
const shownOn = (text: string) =>
  [...text.matchAll(/<a class="cut" href="\/console\/cases\/(\w+)"/g)].map(([, id]) => id);
const plain = (text: string) => text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

test('the page of a recording names its endpoint with the method', async () => {
  const { text } = await (await asAdmin()).get('/console/cases/order');
  expect(plain(text)).toContain('Endpoint GET /orders/{id}');
  // No header names the host of this recording.
  expect(plain(text)).toContain('Set the variable TARGET to the address of the application.');
});

test('the page of an application without a run shows how to run it from CI, in the full width', async () => {
  const { text } = await (await asAdmin()).get('/console/apps/shop');
  expect(text).toContain('<div class="columns"><section class="panel pad stack" aria-labelledby="ci">');
  expect(text).not.toContain('class="beside');
});

describe('the list of recordings (interface 13)', () => {
  test('names each request by method, path and query, newest first', async () => {
    const { text } = await (await asAdmin()).get(LIST);
    expect(shownOn(text)).toEqual(['gone', 'cart', 'order']);
    expect(plain(text)).toContain('GET /carts?user=7 200 s 1 4 minutes ago');
    expect(plain(text)).toContain('GET /orders/1 200 s 1 2 hours ago');
    expect(plain(text)).toContain('tier=gold');
    expect(text).toContain('<span class="mono warn-text">404</span>');
    expect(text).not.toContain('s3cret');
  });

  test.for<[string, string[]]>([
    ['text=red+mug', ['order']],
    ['text=s3cret', []],
    ['status=4xx', ['gone']],
    ['session=s+1', ['cart', 'order']],
    ['operation=/carts', ['cart']],
    ['hours=1', ['gone', 'cart']],
    ['pinned=1', []],
    ['status=teapot&hours=-1', ['gone', 'cart', 'order']],
  ])('shows the recordings filtered by %s', async ([query, found]) => {
    const { status, text } = await (await asAdmin()).get(`${LIST}?${query}`);
    expect([status, shownOn(text)]).toEqual([200, found]);
    if (found.length === 0) expect(text).toContain('No recording matches');
  });

  test.for(['recordings', 'replays', 'rules', 'settings', 'logs'])(
    'has, like the page of %s, the application in its heading only',
    async (page) => {
      const { text } = await (await asAdmin()).get(`/console/apps/shop/${page}`);
      expect(plain(/<h1>.*?<\/h1>/s.exec(text)?.[0] ?? '').trim()).toBe('shop');
      expect(plain(/<nav class="crumbs".*?<\/nav>/s.exec(text)?.[0] ?? '').trim()).toBe('Applications');
    },
  );

  test('says which part it shows', async () => {
    const browser = await asAdmin();
    expect(plain((await browser.get(LIST)).text)).toContain(' 3 recordings ');
    const more = Array.from({ length: 50 }, (_, at) =>
      recordedGet('shop', `/more/${at}`, null, { caseId: `more${at}` }),
    );
    await stage.call('POST', '/api/recorder/cases', more, stage.asAdmin);
    const { text } = await browser.get(LIST);
    expect(plain(text)).toContain(' 50 newest recordings Next ');
    const next = /href="([^"]*cursor=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(plain((await browser.get(next)).text)).toContain(' 3 older recordings First page ');
  });

  test('says what a search covers, and keeps its fields', async () => {
    const { text } = await (await asAdmin()).get(`${LIST}?text=red+mug&status=2xx&session=s+1`);
    expect(plain(text)).toContain('1 found in the 3 newest recordings');
    expect(text).toContain('value="red mug"');
    expect(text).toContain('<option value="2xx" selected>');
    expect(text).toContain('<input type="hidden" name="session" value="s 1">');
  });

  test('refuses a search that is too long, with a reason', async () => {
    const { status, text } = await (await asAdmin()).get(`${LIST}?text=${'x'.repeat(201)}`);
    expect(status).toBe(422);
    expect(text).toContain('A search can have at most 200 characters and 10 terms.');
  });

  test('offers no selection to readers', async () => {
    const { text } = await stage.browser().get(LIST);
    expect(shownOn(text)).toHaveLength(3);
    expect(text).not.toContain('type="checkbox" name="item"');
    expect(text).not.toContain('/recordings/selected');
  });
});

describe('selected recordings (interface 13)', () => {
  const change = async (fields: [string, string][]) => {
    const browser = await asAdmin();
    const { status, headers } = await browser.post(`${LIST}/selected`, [['back', 'status=2xx'], ...fields]);
    return { status, location: headers.get('location') };
  };
  const left = async () => {
    const { body } = await stage.call('GET', '/api/recorder/apps/shop/cases', undefined, stage.asAdmin);
    return body.items.map(({ caseId, pinned }: { caseId: string; pinned: boolean }) => `${caseId} ${pinned}`);
  };

  test('are pinned, unpinned and deleted, and the list keeps its filter', async () => {
    const items: [string, string][] = [
      ['item', 'cart'],
      ['item', 'order'],
      ['item', 'unknown'],
    ];
    expect(await change([['do', 'pin'], ...items])).toEqual({
      status: 303,
      location: `${LIST}?status=2xx&done=selected-pinned`,
    });
    expect(await left()).toEqual(['gone false', 'cart true', 'order true']);
    await change([['do', 'unpin'], ...items.slice(0, 1)]);
    expect(await left()).toEqual(['gone false', 'cart false', 'order true']);
    await change([['do', 'delete'], ...items]);
    expect(await left()).toEqual(['gone false']);
  });

  test('change nothing when none is selected', async () => {
    expect(await change([['do', 'delete']])).toEqual({ status: 303, location: `${LIST}?status=2xx` });
    expect(await left()).toHaveLength(3);
  });

  test.for<[string, [string, string][]]>([
    [
      'another action',
      [
        ['do', 'export'],
        ['item', 'cart'],
      ],
    ],
    ['more than a page', [['do', 'delete'], ...Array.from({ length: 51 }, (): [string, string] => ['item', 'cart'])]],
  ])('are refused for %s', async ([, fields]) => {
    expect((await change(fields)).status).toBe(422);
    expect(await left()).toHaveLength(3);
  });

  test('are not changed by a reader', async () => {
    await stage.browser().post(`${LIST}/selected`, [
      ['do', 'delete'],
      ['item', 'cart'],
    ]);
    expect(await left()).toHaveLength(3);
  });
});

describe('the page of a recording (interface 13)', () => {
  test('shows the exchange in colours, its calls and a command', async () => {
    const call = { kind: 'http', target: 'inventory', operation: 'GET /stock', request: { a: 1 }, response: null };
    const one = recordedGet('shop', '/priced/9', { price: 12.5, ok: true, name: 'mug' }, { caseId: 'priced' });
    const calls = [
      { ...call, error: null, durationMs: 30 },
      { ...call, kind: 'database', target: 'db', error: 'timeout', durationMs: 60 },
    ];
    await stage.call('POST', '/api/recorder/cases', [{ ...one, calls }], stage.asAdmin);
    const { text } = await (await asAdmin()).get('/console/cases/priced');
    expect(text).toContain('<span class="k">&quot;price&quot;</span>: <span class="n">12.5</span>');
    expect(text).toContain('<span class="k">&quot;ok&quot;</span>: <span class="l">true</span>');
    expect(text).toContain('<span class="s">&quot;mug&quot;</span>');
    expect(plain(text)).toMatch(/http inventory GET \/stock Answered 30 ms.*database db GET \/stock Failed 60 ms/);
    expect(text).toContain('<rect class="recorded" x="0" y="4" width="50" height="8"/>');
    expect(plain(text)).toContain('curl --globoff');
    expect(text).toContain('/console/apps/shop/replays/new?caseId=priced');
  });

  test('has a command without credentials, for any reader', async () => {
    const { text } = await (await asAdmin()).get('/console/cases/gone');
    expect(text).toContain('Values that are redacted, sealed or masked are left out of the path or the body.');
    expect(text).not.toContain('s3cret');
  });

  test('offers no action to a reader', async () => {
    const { text } = await stage.browser().get('/console/cases/cart');
    expect(plain(text)).toContain('GET /carts?user=7');
    expect(text).not.toContain('Start a run with this recording');
    expect(text).not.toContain('action="/console/cases/cart/');
  });
});
