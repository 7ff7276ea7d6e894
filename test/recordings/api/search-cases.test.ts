import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const exchange = (caseId: string, minute: number, more: Record<string, unknown>) => ({
  caseId,
  appId: 'shop',
  recordedAt: `2026-11-20T10:${String(minute).padStart(2, '0')}:00Z`,
  request: { method: 'GET', path: '/carts' },
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{}' },
  ...more,
});
const record = (...cases: object[]) => recorder.ask('POST', '/api/recorder/cases', cases);

interface Found {
  items: { caseId: string }[];
  nextCursor: string | null;
  searched?: number;
}
const ask = async (query: Record<string, string>) => {
  const { status, body } = await recorder.ask('GET', `/api/recorder/apps/shop/cases?${new URLSearchParams(query)}`);
  return { status, body: body as Found }; // response of the list
};
const found = async (query: Record<string, string>) => (await ask(query)).body.items.map(({ caseId }) => caseId);

test('a search reveals nothing about a sealed value, or about how it is stored', async () => {
  const secret = 'k3Q9wZ7rT1xB';
  await record(
    exchange('sealed', 1, {
      request: {
        method: 'POST',
        path: `/carts/${secret}?token=${secret}`,
        headers: [['authorization', `Bearer ${secret}`]],
        body: JSON.stringify({ note: secret, password: 'hunter2' }),
      },
    }),
  );
  expect(await found({ text: 'bearer sealed' })).toEqual(['sealed']);
  const parts = [
    secret,
    secret.slice(0, 4),
    secret.slice(-4),
    secret.slice(0, 1) + secret.slice(1, 3),
    'hunter2',
    'hunt',
  ];
  for (const text of [...parts, 'sealed.v1', 'v1.', 'AAEA', 'sealedFor', 'credentialMode'])
    expect(await found({ text }), text).toEqual([]);
});

describe('searching recordings (interface 10)', () => {
  beforeEach(() =>
    record(
      exchange('order', 1, {
        session: 'checkout-1',
        tags: { tier: 'gold' },
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
        request: {
          method: 'POST',
          path: '/orders?note=red%20mug',
          headers: [['X-Shop', 'Berlin']],
          body: '{"sku":"S-1","qty":"\\"two\\""}',
        },
        response: { status: 201, headers: [['location', '/orders/7']], body: '{"name":"Grüße","total":12.50}' },
        calls: [
          {
            kind: 'database',
            target: 'db',
            operation: 'SELECT stock',
            request: { sku: 'x' },
            response: [4711],
            error: null,
          },
        ],
      }),
      exchange('cart', 2, { session: 'checkout-1', response: { status: 404, body: 'no such cart' } }),
      exchange('image', 3, {
        request: { method: 'GET', path: '/logo' },
        response: {
          status: 200,
          headers: [['content-type', 'image/png']],
          body: Buffer.from([0x89, 0x50, 0xff, 0, 1, 2]).toString('base64'),
          bodyEncoding: 'base64',
        },
      }),
    ),
  );

  test.for<[string, string[]]>([
    ['post', ['order']],
    ['/orders', ['order']],
    ['"POST /orders"', ['order']],
    ['"red mug"', ['order']],
    ['red%20mug', ['order']],
    ['404', ['cart']],
    ['4bf92f3577b34da6a3ce929d0e0e4736', ['order']],
    ['CHECKOUT-1', ['cart', 'order']],
    ['tier=gold', ['order']],
    ['x-shop', ['order']],
    ['"x-shop: berlin"', ['order']],
    ['"post /orders?note"', ['order']],
    ['"such cart"', ['cart']],
    ['grüße', ['order']],
    ['"total":12.50', ['order']],
    ['two', ['order']],
    ['select 4711', ['order']],
    ['checkout-1 get', ['cart']],
    ['checkout-1 nowhere', []],
    ['iVD', []],
  ])('finds cases by the text %s', async ([text, caseIds]) => {
    expect(await found({ text })).toEqual(caseIds);
  });

  test.for<[Record<string, string>, string[]]>([
    [{ status: '404' }, ['cart']],
    [{ status: '2xx' }, ['image', 'order']],
    [{ session: 'checkout-1' }, ['cart', 'order']],
    [{ session: 'checkout' }, []],
    [{ session: 'checkout-1', status: '2xx' }, ['order']],
    [{ text: 'checkout-1', 'tag.tier': 'gold' }, ['order']],
    [{ text: 'checkout-1', operation: '/carts' }, ['cart']],
    [{ text: 'checkout-1', from: '2026-11-20T10:02:00Z' }, ['cart']],
    [{ pinned: 'true' }, []],
  ])('finds cases by %j', async ([query, caseIds]) => {
    expect(await found(query)).toEqual(caseIds);
  });

  test('finds only pinned ones on request, in a list and in a search', async () => {
    for (const caseId of ['order', 'image']) await recorder.ask('POST', `/api/recorder/cases/${caseId}/pin`);
    expect(await found({ pinned: 'true' })).toEqual(['image', 'order']);
    expect(await found({ pinned: 'true', from: '2026-11-20T10:02:00Z' })).toEqual(['image']);
    const { body } = await ask({ pinned: 'true', limit: '1' });
    expect(await found({ pinned: 'true', limit: '1', cursor: body.nextCursor ?? '' })).toEqual(['order']);
    expect(await found({ pinned: 'true', text: 'checkout-1' })).toEqual(['order']);
  });

  test('says how many cases it read, and continues at its cursor', async () => {
    expect((await ask({ text: 'checkout-1' })).body).toMatchObject({ searched: 3, nextCursor: null });
    const { body } = await ask({ text: 'checkout-1', limit: '1' });
    expect(body).toMatchObject({ searched: 2, items: [{ caseId: 'cart' }] });
    expect(await found({ text: 'checkout-1', limit: '1', cursor: body.nextCursor ?? '' })).toEqual(['order']);
    expect((await ask({})).body).not.toHaveProperty('searched');
  });

  test.for<[string, Record<string, string>]>([
    ['text', { text: 'x'.repeat(201) }],
    ['status', { status: '40' }],
    ['session', { session: 'x'.repeat(513) }],
    ['pinned', { pinned: 'false' }],
    ['cursor', { text: 'x', cursor: 'secret' }],
  ])('refuses an invalid %s by its name', async ([name, query]) => {
    expect(await ask(query)).toEqual({
      status: 400,
      body: { errorCode: 'INVALID_QUERY', errorMessage: `${name} is missing or invalid` },
    });
  });
});

describe('a search by a reader with limited rights (interface 10)', () => {
  const SECRET = 'hunter2hunter2';
  const login = (caseId: string) =>
    exchange(caseId, 5, {
      request: {
        method: 'POST',
        path: `/login?access_token=${SECRET}q`,
        headers: [['authorization', `Bearer ${SECRET}h`]],
        body: JSON.stringify({ user: 'ann', password: `${SECRET}b`, card: '4111' }),
      },
      response: {
        status: 200,
        headers: [['content-type', 'application/json']],
        body: `{"refreshToken":"${SECRET}r"}`,
      },
    });

  test('never finds sealed and redacted values', async () => {
    await recorder.ask('PUT', '/api/apps/shop/settings', { redact: [{ path: '$.card' }] });
    await record(login('sealed'));
    expect(await found({ text: 'ann' })).toEqual(['sealed']);
    for (const text of [SECRET, `${SECRET}q`, `${SECRET}h`, '4111', 'sealed.v1']) {
      expect([text, await found({ text })]).toEqual([text, []]);
    }
  });

  test('finds values in clear only for readers who see them', async () => {
    await recorder.ask('PUT', '/api/apps/shop/settings', { credentials: 'keep' });
    await record(login('clear'));
    expect(await found({ text: SECRET })).toEqual(['clear']);
    recorder.scopes.splice(0, 1, 'read');
    expect(await found({ text: 'ann' })).toEqual(['clear']);
    for (const text of [SECRET, `${SECRET}q`, `${SECRET}h`, `${SECRET}b`, `${SECRET}r`]) {
      expect([text, await found({ text })]).toEqual([text, []]);
    }
  });
});
