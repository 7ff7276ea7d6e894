import { describe, expect, test } from 'vitest';
import { replayedSession, type TestExchange } from './replayed-session.ts';

const U1 = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const P1 = 'a3bb189e-8bf9-4888-9912-ace4e6543002';
const T1 = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiaWF0IjoxfQ.c2lnbmF0dXJlMQ';
const T2 = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwiaWF0IjoyfQ.c2lnbmF0dXJlMg';

const same = (json: unknown) => ({ recorded: { json }, replayed: { json } });

describe('the mapping of values of a session', () => {
  test('replaces a sequence id of a created resource, in paths, queries and bodies of the same kind', () => {
    const results = replayedSession([
      { send: 'POST /tasks', json: { title: 'a' }, recorded: { json: { id: 17 } }, replayed: { json: { id: 42 } } },
      { send: 'GET /tasks/17', recorded: { json: { id: 17, n: 17 } }, replayed: { json: { id: 42, n: 17 } } },
      { send: 'POST /comments?task=17', json: { taskId: 17, count: 17, note: '17' }, ...same({ ok: true }) },
      { send: 'GET /users/17', ...same({ name: 'Ann' }) },
    ]);
    expect(results.map(({ sent }) => `${sent.path} ${sent.body ?? ''}`)).toEqual([
      '/tasks {"title":"a"}',
      '/tasks/42 ',
      '/comments?task=42 {"taskId":42,"count":17,"note":"17"}',
      '/users/17 ',
    ]);
    expect(results.flatMap(({ shown }) => shown)).toEqual([]);
    expect(results.map(({ mapped }) => mapped)).toEqual([1, 1, 0, 0]);
    expect(results[1]?.used).toEqual([
      {
        path: 'id',
        recorded: '17',
        replayed: '42',
        thing: 'task',
        from: { planItemId: 'p-0', place: 'POST /tasks $.id' },
      },
    ]);
  });

  test('replaces a token in the Authorization header, and a cookie beside others', () => {
    const results = replayedSession([
      {
        send: 'POST /login',
        json: { user: 'ann' },
        recorded: { json: { token: T1 }, headers: [['set-cookie', 'sid=s%3Aabc; Path=/; HttpOnly']] },
        replayed: { json: { token: T2 }, headers: [['set-cookie', 'sid=s%3Axyz; Path=/; HttpOnly']] },
      },
      {
        send: 'GET /me',
        headers: [
          ['authorization', `Bearer ${T1}`],
          ['cookie', 'theme=dark; sid=s%3Aabc'],
        ],
        ...same({ name: 'Ann' }),
      },
    ]);
    expect(results[1]?.sent.headers).toEqual([
      ['authorization', `Bearer ${T2}`],
      ['cookie', 'theme=dark; sid=s%3Axyz'],
    ]);
    expect(results[0]?.shown).toEqual([]);
  });

  test('replaces a sealed value, also behind a sign of encoding', () => {
    const [recorded, replayed] = ['a', 'b'].map((letter) => `sealed.v1.${letter.repeat(60)}.`);
    const results = replayedSession([
      { send: 'POST /login', recorded: { json: { token: recorded } }, replayed: { json: { token: replayed } } },
      {
        send: `GET /me?token=%${recorded}&t=${recorded}`,
        headers: [
          ['authorization', `Bearer ${recorded}`],
          ['cookie', `sid=%${recorded}; other=1`],
        ],
        ...same({}),
      },
    ]);
    expect(results[1]?.sent).toMatchObject({
      path: `/me?token=%${replayed}&t=${replayed}`,
      headers: [
        ['authorization', `Bearer ${replayed}`],
        ['cookie', `sid=%${replayed}; other=1`],
      ],
    });
    expect(results[0]?.mapped).toBe(1);
  });

  test('replaces a UUID inside a URL of a response, and in JSON inside a string', () => {
    const results = replayedSession([
      {
        send: 'POST /carts',
        recorded: { json: { id: U1, self: `https://shop.test/carts/${U1}?view=full` } },
        replayed: { json: { id: P1, self: `https://shop.test/carts/${P1}?view=full` } },
      },
      { send: 'POST /events', json: { payload: JSON.stringify({ cart: U1 }), key: `cart_${U1}` }, ...same({}) },
    ]);
    expect(results[1]?.sent.body).toBe(JSON.stringify({ payload: JSON.stringify({ cart: P1 }), key: `cart_${P1}` }));
    expect(results[0]?.shown).toEqual([]);
    expect(results[0]?.mapped).toBe(2);
  });

  test('replaces a signed URL as a whole, with its expiry', () => {
    const [first, second] = replayedSession([
      {
        send: 'GET /files/7/link',
        recorded: { json: { url: 'http://h.test/files/7?expires=1700000000&sig=abcdef' } },
        replayed: { json: { url: 'http://h.test/files/7?expires=1700009999&sig=fedcba' } },
      },
      { send: 'GET /files/7?expires=1700000000&sig=abcdef', ...same({}) },
    ]);
    expect(second?.sent.path).toBe('/files/7?expires=1700009999&sig=fedcba');
    expect(first?.shown).toEqual([]);
  });

  test('replaces an ETag and a version for their resource only', () => {
    const results = replayedSession([
      {
        send: 'GET /docs/a',
        recorded: { json: { version: 3 }, headers: [['etag', '"3"']] },
        replayed: { json: { version: 5 }, headers: [['etag', '"5"']] },
      },
      { send: 'GET /docs/b', ...same({ version: 3 }) },
      { send: 'PUT /docs/a', json: { version: 3 }, headers: [['if-match', '"3"']], ...same({}) },
      { send: 'PUT /docs/b', json: { version: 3 }, headers: [['if-match', '"3"']], ...same({}) },
    ]);
    expect(results[2]?.sent).toMatchObject({
      body: '{"version":5}',
      headers: [expect.anything(), ['if-match', '"5"']],
    });
    expect(results[3]?.sent).toMatchObject({
      body: '{"version":3}',
      headers: [expect.anything(), ['if-match', '"3"']],
    });
  });

  test('replaces a cursor, and a field of a form against request forgery', () => {
    const page = (token: string) => `<form><input type="hidden" name="_csrf" value="${token}"><b>Hi</b></form>`;
    const html: [string, string][] = [['content-type', 'text/html']];
    const results = replayedSession([
      { send: 'GET /list', recorded: { json: { next: 'c1' } }, replayed: { json: { next: 'd9' } } },
      { send: 'GET /list?cursor=c1&size=5', ...same({}) },
      {
        send: 'GET /form',
        recorded: { text: page('aZ+1='), headers: html },
        replayed: { text: page('bY/2='), headers: html },
      },
      {
        send: 'POST /form',
        text: 'name=Ann+B&_csrf=aZ%2B1%3D',
        headers: [['content-type', 'application/x-www-form-urlencoded']],
        ...same({}),
      },
    ]);
    expect(results[1]?.sent.path).toBe('/list?cursor=d9&size=5');
    expect(results[3]?.sent.body).toBe('name=Ann+B&_csrf=bY%2F2%3D');
    expect(results.flatMap(({ shown }) => shown)).toEqual([]);
  });

  test('replaces ids of shifted sequences, also if a new id is the recorded id of another', () => {
    const create = (recorded: number, replayed: number): TestExchange => ({
      send: 'POST /tasks',
      json: { n: recorded },
      recorded: { json: { id: recorded } },
      replayed: { json: { id: replayed } },
    });
    const list = (...ids: number[]) => ids.map((id) => ({ id, name: `task ${id}` }));
    const results = replayedSession([
      create(17, 18),
      create(18, 19),
      { send: 'GET /tasks/18', recorded: { json: { id: 18 } }, replayed: { json: { id: 19 } } },
      {
        send: 'GET /tasks',
        recorded: { json: list(17, 18).map(({ id }) => ({ id })) },
        replayed: { json: list(18, 19).map(({ id }) => ({ id })) },
      },
    ]);
    expect(results[2]?.sent.path).toBe('/tasks/19');
    expect(results.flatMap(({ shown }) => shown)).toEqual([]);
  });
});
