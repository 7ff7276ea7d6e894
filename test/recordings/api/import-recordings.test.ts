import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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
  test('a HAR, its newest exchange now, and again', async () => {
    expect(await send('appId=shop&format=har', HAR)).toEqual({
      status: 200,
      body: {
        accepted: 2,
        duplicates: 0,
        rejected: [{ index: 1, reason: 'the request was never answered (status 0)' }],
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
    ['a file of less than 64 KB is read in place', 'har', HAR, HAR.length],
    ['a larger one counts its bytes', 'har', HAR.padEnd(100_000), 100_000],
    ['a compressed one as many as it may unfold to', 'goreplay', gzipSync(GOR), 64 * 1024 * 1024],
  ])('%s', async ([, format, file, bytes]) => {
    expect(await send(`appId=shop&format=${format}`, file)).toMatchObject({ status: 200 });
    expect(recorder.jobs[0]).toEqual({ name: 'recordings.import', bytes });
  });

  test('times as they are, and pinned', async () => {
    await send('appId=shop&format=har&recordedAt=original&pin=true', HAR);
    expect(await times()).toMatchObject([
      { recordedAt: '2026-01-01T10:00:00.000Z', pinned: true },
      { recordedAt: '2026-01-01T09:59:00.000Z', pinned: true },
    ]);
  });

  test.for<[string, string | Uint8Array]>([
    ['plain', GOR],
    ['gzip', gzipSync(GOR)],
  ])('GoReplay, %s', async ([, file]) => {
    expect(await send('appId=shop&format=goreplay&pin=false', file)).toMatchObject({
      body: { accepted: 1, rejected: [] },
    });
    expect(await times()).toMatchObject([{ operation: '/old', status: 200, durationMs: 4 }]);
  });

  test('a file in parts gives the cases of the whole: the same ids, and one shift of all times', async () => {
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

  test('a shift beyond any date is rejected case by case', async () => {
    expect(await send('appId=shop&format=har&shiftMs=999999999999999', HAR)).toMatchObject({ status: 200 });
    expect(await send('appId=shop&format=har&shiftMs=-999999999999999', HAR)).toMatchObject({ status: 200 });
  });

  test('decompression bombs are rejected once they take up what one request may unfold to', async () => {
    const { body } = await send('appId=shop&format=goreplay', gzipBombs(10, 17 * 1024 * 1024));
    const reason = 'the decoded bodies before this one take up what one request may have; send it in another';
    expect(body).toEqual({
      accepted: 8,
      duplicates: 0,
      rejected: [
        { index: 8, reason },
        { index: 9, reason },
      ],
    });
  });

  test('more than 100,000 exchanges leave nothing behind', async () => {
    expect(await send('appId=shop&format=har', `{"log":{"entries":[${'{},'.repeat(100_000)}{}]}}`)).toEqual({
      status: 422,
      body: {
        errorCode: 'UNREADABLE_IMPORT',
        errorMessage: 'the file holds more than 100,000 exchanges, the limit of an import; split it',
      },
    });
    expect(await recorder.ask('GET', '/api/recorder/apps')).toMatchObject({ body: { items: [] } });
  });

  test.for<[number, string, string, string]>([
    [422, 'UNREADABLE_IMPORT', 'appId=shop&format=har', '{"log":'],
    [422, 'UNREADABLE_IMPORT', 'appId=shop&format=goreplay', HAR],
    [422, 'UNKNOWN_FORMAT', 'appId=shop&format=keploy', 'x'],
    [422, 'UNKNOWN_FORMAT', 'appId=shop', HAR],
    [400, 'INVALID_QUERY', 'format=har', HAR],
    [400, 'INVALID_QUERY', 'appId=.&format=har', HAR],
    [400, 'INVALID_QUERY', 'appId=..&format=har', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&recordedAt=now', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&pin=1', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&first=-1', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&first=100001', HAR],
    [400, 'INVALID_QUERY', 'appId=shop&format=har&shiftMs=1.5', HAR],
    [422, 'UNREADABLE_IMPORT', 'appId=shop&format=har', '{"log":{"entries":[{},{"a":}]}}'],
  ])('%i %s for %s; nothing of it stays', async ([status, errorCode, query, file]) => {
    expect(await send(query, file)).toEqual({ status, body: { errorCode, errorMessage: expect.any(String) } });
    expect(await recorder.ask('GET', '/api/recorder/apps')).toMatchObject({ body: { items: [] } });
  });
});
