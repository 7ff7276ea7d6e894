import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(async () => {
  recorder = openRecorder();
  const cases = [
    ['a', '/orders/1', '10:00', { tier: 'gold' }],
    ['b', '/orders/2', '10:01', {}],
    ['c', '/carts', '10:02', { tier: 'gold', 'a.b': 1 }],
  ].map(([caseId, path, time, tags]) => ({
    caseId,
    appId: 'shop',
    recordedAt: `2026-11-20T${time}:00Z`,
    tags,
    request: { method: 'GET', path },
    response: { status: 200, body: 'ok' },
  }));
  await recorder.ask('POST', '/api/recorder/cases', cases);
});
afterEach(() => recorder.close());

const get = (path: string) => recorder.ask('GET', path);
const names = async (query: string) => {
  const { body } = await get(`/api/recorder/apps/shop/cases?${query}`);
  return (body as { items: { caseId: string }[] }).items.map(({ caseId }) => caseId); // response of the list
};

describe('lists of recordings (interface 10)', () => {
  test('have applications and endpoints', async () => {
    expect(await get('/api/recorder/apps')).toEqual({
      status: 200,
      body: { items: [{ appId: 'shop', rollingBytes: expect.any(Number), pinnedBytes: 0 }], nextCursor: null },
    });
    expect(await get('/api/recorder/apps/shop/operations')).toEqual({
      status: 200,
      body: {
        items: [
          { operation: '/carts', methods: ['GET'] },
          { operation: '/orders/{id}', methods: ['GET'] },
        ],
        nextCursor: null,
      },
    });
    expect(await get('/api/recorder/apps/none/operations')).toMatchObject({ body: { items: [] } });
  });

  test.for<[string, string[]]>([
    ['', ['c', 'b', 'a']],
    ['operation=/orders/{id}', ['b', 'a']],
    ['from=2026-11-20T10:01:00Z', ['c', 'b']],
    ['to=2026-11-20T10:01:00Z', ['a']],
    [`from=${Date.parse('2026-11-20T10:02:00Z')}`, ['c']],
    ['from=2026-11-20T18:02:00%2B08:00', ['c']],
    ['tag.tier=gold', ['c', 'a']],
    ['tag.tier=gold&tag.a.b=1', ['c']],
    ['limit=1', ['c']],
  ])('have cases with %s', async ([query, found]) => {
    expect(await names(query)).toEqual(found);
  });

  test('continue at their cursor', async () => {
    const { body } = await get('/api/recorder/apps/shop/cases?limit=2');
    const { nextCursor } = body as { nextCursor: string }; // response of the list
    expect(await names(`limit=2&cursor=${nextCursor}`)).toEqual(['a']);
  });

  test.for<[string, string]>([
    ['from', 'from=yesterday'],
    ['to', 'to=2026-11-20T10:00:00'],
    ['limit', 'limit=0'],
    ['limit', 'limit=201'],
    ['cursor', 'cursor=secret'],
    ['operation', `operation=${'x'.repeat(901)}`],
  ])('refuse an invalid %s by its name', async ([name, query]) => {
    expect(await get(`/api/recorder/apps/shop/cases?${query}`)).toEqual({
      status: 400,
      body: { errorCode: 'INVALID_QUERY', errorMessage: `${name} is missing or invalid` },
    });
  });
});

describe('a single case (interface 10)', () => {
  test('is returned as it was recorded, with big numbers of its calls', async () => {
    const line = `{"caseId":"big","appId":"shop","recordedAt":"2026-11-20T10:00:00.123Z","traceId":"4bf92f3577b34da6a3ce929d0e0e4736","session":"s","tags":{"n":1},"durationMs":12,
      "request":{"method":"POST","path":"/o","headers":[["A","b"]],"body":"AAH/","bodyEncoding":"base64"},"response":{"status":201,"headers":[],"body":"x"},
      "calls":[{"kind":"database","target":"db","operation":"q","request":{"id":12345678901234567890},"response":[1.0]}]}`;
    await recorder.ask('POST', '/api/recorder/cases', line.replaceAll('\n', ' '));
    const { body } = await get('/api/recorder/cases/big');
    expect(body).toMatchObject({
      caseId: 'big',
      operation: '/o',
      method: 'POST',
      recordedAt: '2026-11-20T10:00:00.123Z',
      status: 201,
      pinned: false,
      request: { method: 'POST', path: '/o', headers: [['A', 'b']], body: 'AAH/', bodyEncoding: 'base64' },
    });
    expect(JSON.stringify(body)).toContain('"request":{"id":12345678901234567890},"response":[1.0],"error":null');
    expect(body).not.toHaveProperty('intake');
  });

  test('is pinned, unpinned and deleted', async () => {
    const done = { status: 200, body: { errorCode: null, errorMessage: null } };
    expect(await recorder.ask('POST', '/api/recorder/cases/a/pin')).toEqual(done);
    expect(await get('/api/recorder/cases/a')).toMatchObject({ body: { pinned: true } });
    expect(await recorder.ask('POST', '/api/recorder/cases/a/unpin')).toEqual(done);
    expect(await get('/api/recorder/cases/a')).toMatchObject({ body: { pinned: false } });
    await recorder.ask('POST', '/api/recorder/cases/b/pin');
    expect(await recorder.ask('DELETE', '/api/recorder/cases/b')).toEqual(done);
    expect(await names('')).toEqual(['c', 'a']);
  });

  test.for([
    ['GET', '/api/recorder/cases/none'],
    ['DELETE', '/api/recorder/cases/none'],
    ['POST', '/api/recorder/cases/none/pin'],
    ['POST', '/api/recorder/cases/no%2Fid/unpin'],
    ['GET', `/api/recorder/cases/${'x'.repeat(3000)}`],
  ] as const)('is NOT_FOUND if it does not exist: %s %s', async ([method, path]) => {
    expect(await recorder.ask(method, path)).toMatchObject({ status: 404, body: { errorCode: 'NOT_FOUND' } });
  });
});

describe('GET, PUT /api/apps/{appId}/settings (interface 10)', () => {
  test('return all settings after a change, and name the endpoints of later cases by them', async () => {
    const changed = await recorder.ask('PUT', '/api/apps/shop/settings', { operationNaming: 'method-path' });
    expect(changed).toMatchObject({ status: 200, body: { operationNaming: 'method-path', replay: { maxQps: 200 } } });
    expect(await get('/api/apps/shop/settings')).toEqual(changed);
    await recorder.ask('POST', '/api/recorder/cases', [
      { caseId: 'd', appId: 'shop', request: { method: 'PUT', path: '/x/1' } },
    ]);
    expect(await get('/api/recorder/cases/d')).toMatchObject({ body: { operation: 'PUT /x/{id}', response: null } });
  });

  test('refuse an invalid member by its name, and change nothing', async () => {
    expect(await recorder.ask('PUT', '/api/apps/shop/settings', { replay: { maxQps: 'secret' } })).toEqual({
      status: 400,
      body: { errorCode: 'INVALID_SETTINGS', errorMessage: 'replay.maxQps must be a whole number from 1 to 20,000' },
    });
  });

  test('refuse an invalid appId', async () => {
    expect(await get(`/api/apps/${'x'.repeat(201)}/settings`)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_QUERY' },
    });
  });
});
