import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importRecordings } from '../../../functions/recordings/api/import-recordings.ts';
import { gzipBombs } from '../../support/hostile-imports.ts';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const entry = (startedDateTime: string, url: string, status = 200) => ({
  startedDateTime,
  time: 5,
  request: { method: 'GET', url },
  response: { status, content: { text: 'ok' } },
});
const HAR = JSON.stringify({
  log: {
    entries: [
      entry('2026-01-01T10:00:00Z', 'http://shop.test/a'),
      entry('2026-01-01T10:00:01Z', 'http://shop.test/b', 0),
      entry('2026-01-01T09:59:00Z', 'http://shop.test/c'),
    ],
  },
});
const GOR =
  '1 a 1700000000000000000\nGET /old HTTP/1.1\r\n\r\n\n🐵🙈🙉\n2 a 1700000000004000000 0\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\n🐵🙈🙉\n';
const send = (query: string, body: string | Uint8Array) => recorder.ask('POST', `/api/recorder/imports?${query}`, body);
const times = async () => {
  const { body } = await recorder.ask('GET', '/api/recorder/apps/shop/cases');
  return (body as { items: { recordedAt: string; pinned: boolean }[] }).items; // response of the list
};

describe('POST /api/recorder/imports (interface 10)', () => {
  test('stores a HAR with its newest exchange now, and accepts it again', async () => {
    expect(await send('appId=shop&format=har', HAR)).toEqual({
      status: 200,
      body: {
        accepted: 2,
        duplicates: 0,
        rejected: [{ index: 1, reason: 'the request was never answered (status 0)' }],
        leftOut: [],
        hosts: [{ host: 'shop.test', exchanges: 2, eligible: 2, selected: true }],
      },
    });
    recorder.clock.now += 1000;
    expect(await send('appId=shop&format=har', HAR)).toMatchObject({ body: { accepted: 0, duplicates: 2 } });
    expect(await times()).toMatchObject([
      { recordedAt: '2026-11-20T12:00:00.000Z', pinned: false },
      { recordedAt: '2026-11-20T11:59:00.000Z', pinned: false },
    ]);
  });

  test.for<[string, string, string | Uint8Array, number]>([
    ['of less than 64 KB in place', 'har', HAR, HAR.length],
    ['of a larger file by its length', 'har', HAR.padEnd(100_000), 100_000],
    ['of a compressed file by what it may unfold to', 'goreplay', gzipSync(GOR), 64 * 1024 * 1024],
  ])('counts the bytes %s', async ([, format, file, bytes]) => {
    expect(await send(`appId=shop&format=${format}`, file)).toMatchObject({ status: 200 });
    expect(recorder.jobs[0]).toEqual({ name: 'recordings.import', bytes });
  });

  test('keeps original times, and pins, on request', async () => {
    await send('appId=shop&format=har&recordedAt=original&pin=true', HAR);
    expect(await times()).toMatchObject([
      { recordedAt: '2026-01-01T10:00:00.000Z', pinned: true },
      { recordedAt: '2026-01-01T09:59:00.000Z', pinned: true },
    ]);
  });

  test.for<[string, string | Uint8Array]>([
    ['plain', GOR],
    ['gzip', gzipSync(GOR)],
  ])('stores GoReplay, %s', async ([, file]) => {
    expect(await send('appId=shop&format=goreplay&pin=false', file)).toMatchObject({
      body: { accepted: 1, rejected: [] },
    });
    expect(await times()).toMatchObject([{ operation: '/old', status: 200, durationMs: 4 }]);
  });

  test('stores a file in parts with the ids and times of the whole', async () => {
    const part = (...entries: object[]) => JSON.stringify({ log: { entries } });
    const [first, second] = [entry('2026-01-01T10:00:00Z', 'http://a/1'), entry('2026-01-01T09:00:00Z', 'http://a/2')];
    const shiftMs = Date.parse('2026-11-20T12:00:00Z') - Date.parse('2026-01-01T10:00:00Z');
    await send(`appId=shop&format=har&first=0&shiftMs=${shiftMs}`, part(first));
    recorder.clock.now += 60_000;
    await send(`appId=shop&format=har&first=1&shiftMs=${shiftMs}`, part(second));
    expect(await times()).toMatchObject([
      { recordedAt: '2026-11-20T12:00:00.000Z' },
      { recordedAt: '2026-11-20T11:00:00.000Z' },
    ]);
    expect(await send('appId=shop&format=har', part(first, second))).toMatchObject({
      body: { accepted: 0, duplicates: 2 },
    });
  });

  test('names a HAR with a login and without credentials, except for a part of one', async () => {
    const login = {
      ...entry('2026-01-01T10:00:00Z', 'http://shop.test/login'),
      request: { method: 'POST', url: 'http://shop.test/login', postData: { mimeType: '', text: '{"password":"p"}' } },
    };
    const used = JSON.stringify({ log: { entries: [login, entry('2026-01-01T10:00:01Z', 'http://shop.test/me')] } });
    for (const preview of ['', '&preview=true'])
      expect((await send(`appId=shop&format=har${preview}`, used)).body).toMatchObject({ lacksCredentials: true });
    expect((await send('appId=shop&format=har&shiftMs=0', used)).body).not.toHaveProperty('lacksCredentials');
    expect((await send('appId=shop&format=har', HAR)).body).not.toHaveProperty('lacksCredentials');
  });

  test('rejects a shift beyond any date case by case', async () => {
    expect(await send('appId=shop&format=har&shiftMs=999999999999999', HAR)).toMatchObject({ status: 200 });
    expect(await send('appId=shop&format=har&shiftMs=-999999999999999', HAR)).toMatchObject({ status: 200 });
  });

  test('rejects decompression bombs beyond the bytes that one request may unfold to', async () => {
    const { body } = await send('appId=shop&format=goreplay', gzipBombs(10, 17 * 1024 * 1024));
    const reason = 'the decoded bodies of this request exceed the limit; send this case in another request';
    expect(body).toMatchObject({
      accepted: 8,
      duplicates: 0,
      rejected: [
        { index: 8, reason },
        { index: 9, reason },
      ],
    });
  });

  test('assigns one session to a HAR, the stated one to a part, and none to GoReplay', async () => {
    const sessionsOf = async (appId: string) => {
      const { body } = await recorder.ask('GET', `/api/recorder/apps/${appId}/cases`);
      return (body as { items: { session: string | null }[] }).items.map(({ session }) => session); // of the list
    };
    await send('appId=whole&format=har', HAR);
    const whole = await sessionsOf('whole');
    expect(whole).toEqual([expect.stringMatching(/^har-[0-9a-f]{24}$/), whole[0]]);
    await send('appId=part&format=har&first=0&session=har-1', HAR);
    expect(await sessionsOf('part')).toEqual(['har-1', 'har-1']);
    await send('appId=by&format=har&first=0&sessionBy=authorization', HAR);
    await send('appId=unstated&format=har&first=0', HAR);
    await send('appId=gor&format=goreplay', GOR);
    expect(await sessionsOf('by')).toEqual([null, null]);
    expect(await sessionsOf('unstated')).toEqual([null, null]);
    expect(await sessionsOf('gor')).toEqual([null]);
  });

  describe('the selection of exchanges', () => {
    const get = (url: string, type = 'application/json') => ({
      ...entry('2026-01-01T10:00:00Z', url),
      response: { status: 200, content: { mimeType: type, text: '{}' } },
    });
    const BROWSER = JSON.stringify({
      log: {
        entries: [
          get('https://cdn.test/a.js', 'text/javascript'),
          get('https://cdn.test/b.js', 'text/javascript'),
          get('https://cdn.test/c.css', 'text/css'),
          get('https://shop.test/orders/1'),
          entry('2026-01-01T10:00:00Z', 'https://shop.test/never', 0),
          get('https://api.test/prices'),
          get('https://shop.test/orders/2'),
          get('https://shop.test/events', 'text/event-stream'),
          get('https://www.google-analytics.com/g/collect?v=2'),
          get('https://shop.test/health'),
        ],
      },
    });
    const pathsOf = async () => {
      const { body } = await recorder.ask('GET', '/api/recorder/apps/shop/cases');
      const { items } = body as { items: { caseId: string }[] }; // response of the list
      const cases = await Promise.all(items.map(({ caseId }) => recorder.ask('GET', `/api/recorder/cases/${caseId}`)));
      return cases.map(({ body: stored }) => (stored as { request: { path: string } }).request.path).sort(); // as stored
    };

    test('takes the host with the most requests, and counts the rest by reason', async () => {
      const { body } = await send('appId=shop&format=har', BROWSER);
      expect(body).toEqual({
        accepted: 3,
        duplicates: 0,
        rejected: [{ index: 4, reason: 'the request was never answered (status 0)' }],
        leftOut: [
          { rule: 'streaming', reason: expect.any(String), count: 1, samples: ['GET /events'] },
          { rule: 'analytics', reason: expect.any(String), count: 1, samples: ['GET /g/collect'] },
          { rule: 'static', reason: expect.any(String), count: 3, samples: ['GET /a.js', 'GET /b.js', 'GET /c.css'] },
          { rule: 'host', reason: 'requests to other hosts', count: 1, samples: ['GET /prices'] },
        ],
        hosts: [
          { host: 'shop.test', exchanges: 4, eligible: 3, selected: true },
          { host: 'api.test', exchanges: 1, eligible: 1, selected: false },
          { host: 'cdn.test', exchanges: 3, eligible: 0, selected: false },
          { host: 'www.google-analytics.com', exchanges: 1, eligible: 0, selected: false },
        ],
      });
      expect(await pathsOf()).toEqual(['/health', '/orders/1', '/orders/2']);
    });

    test.for<[query: string, paths: string[]]>([
      ['hosts=api.test', ['/prices']],
      ['hosts=api.test&hosts=SHOP.test', ['/health', '/orders/1', '/orders/2', '/prices']],
      ['hosts=*', ['/health', '/orders/1', '/orders/2', '/prices']],
      ['hosts=*.test&keep=static&include=*.js', ['/a.js', '/b.js']],
      ['keep=streaming&exclude=/health', ['/events', '/orders/1', '/orders/2']],
      ['include=GET /orders/*', ['/orders/1', '/orders/2']],
      ['include=POST /orders/*', []],
      ['first=0', ['/health', '/orders/1', '/orders/2', '/prices']],
    ])('obeys %s', async ([query, paths]) => {
      const { body } = await send(`appId=shop&format=har&${query}`, BROWSER);
      expect(body).toMatchObject({ accepted: paths.length, rejected: [{ index: 4 }] });
      expect(await pathsOf()).toEqual(paths);
    });

    test('keeps the ids of the whole file', async () => {
      await send('appId=shop&format=har&keep=static&keep=streaming&keep=analytics&hosts=*', BROWSER);
      expect(await send('appId=shop&format=har', BROWSER)).toMatchObject({ body: { accepted: 0, duplicates: 3 } });
    });

    test('is the same in a preview, which stores nothing', async () => {
      const { body } = await send('appId=shop&format=har&preview=true', BROWSER);
      expect(body).toMatchObject({
        accepted: 0,
        duplicates: 0,
        rejected: [{ index: 4, reason: 'the request was never answered (status 0)' }],
        leftOut: [{ rule: 'streaming' }, { rule: 'analytics' }, { rule: 'static', count: 3 }, { rule: 'host' }],
        preview: { count: 3, samples: ['GET /orders/{id}', 'GET /health'] },
      });
      expect(await recorder.ask('GET', '/api/recorder/apps')).toMatchObject({ body: { items: [] } });
    });

    test('counts no stored bytes for a preview', () => {
      const bytes = Buffer.from(BROWSER);
      const storedBytes = (query: string) =>
        importRecordings.storedBytes?.({ query: new URLSearchParams(query), body: {}, bytes });
      expect(storedBytes('preview=true')).toBe(0);
      expect(storedBytes('preview=false')).toBe(bytes.length);
    });

    test('takes every host of GoReplay, by the same rules', async () => {
      const record = (id: number, path: string, host: string) =>
        `1 ${id} 170000000000000000${id}\nGET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n\n🐵🙈🙉\n`;
      const file = record(1, '/a', 'a.test') + record(2, '/b', 'b.test') + record(3, '/c.png', 'a.test');
      const { body } = await send('appId=shop&format=goreplay&preview=true', file);
      expect(body).toMatchObject({ preview: { count: 2 }, leftOut: [{ rule: 'static', count: 1 }] });
      expect(await send('appId=shop&format=goreplay&exclude=/a', file)).toMatchObject({
        body: { accepted: 1, leftOut: [{ rule: 'static' }, { rule: 'exclude', count: 1 }] },
      });
      expect(await pathsOf()).toEqual(['/b']);
    });
  });

  test('stores nothing of more than 100,000 exchanges', async () => {
    expect(await send('appId=shop&format=har', `{"log":{"entries":[${'{},'.repeat(100_000)}{}]}}`)).toEqual({
      status: 422,
      body: {
        errorCode: 'UNREADABLE_IMPORT',
        errorMessage: 'the file contains more than 100,000 exchanges, the limit of an import; split it',
      },
    });
    expect(await recorder.ask('GET', '/api/recorder/apps')).toMatchObject({ body: { items: [] } });
  });

  test.for<[number, string, string, string]>([
    [422, 'UNREADABLE_IMPORT', 'appId=shop&format=har', '{"log":'],
    [422, 'UNREADABLE_IMPORT', 'appId=shop&format=goreplay', HAR],
    [422, 'UNKNOWN_FORMAT', 'appId=shop&format=insomnia', 'x'],
    [422, 'UNKNOWN_FORMAT', 'appId=shop', HAR],
    [400, 'INVALID_QUERY', 'format=har', HAR],
    [400, 'INVALID_QUERY', 'appId=.&format=har', HAR],
    [400, 'INVALID_QUERY', 'appId=..&format=har', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&recordedAt=now', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&pin=1', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&first=-1', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&first=100001', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&shiftMs=1.5', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&preview=yes', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&hosts=http://shop.test', HAR],
    [400, 'INVALID_QUERY', `appId=shop&format=har${'&hosts=a'.repeat(101)}`, HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&include=orders', HAR],
    [400, 'INVALID_QUERY', `appId=shop&format=har&include=/${'a'.repeat(200)}`, HAR],
    [400, 'INVALID_QUERY', `appId=shop&format=har${'&exclude=/a'.repeat(21)}`, HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&keep=images', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&sample=0', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&session=a b', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&sessionBy=sid', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&session=a&sessionBy=authorization', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&sample=1.5', HAR],
    [422, 'UNREADABLE_IMPORT', 'appId=shop&format=har', '{"log":{"entries":[{},{"a":}]}}'],
  ])('answers %i %s for %s, and stores nothing', async ([status, errorCode, query, file]) => {
    expect(await send(query, file)).toEqual({ status, body: { errorCode, errorMessage: expect.any(String) } });
    expect(await recorder.ask('GET', '/api/recorder/apps')).toMatchObject({ body: { items: [] } });
  });
});
