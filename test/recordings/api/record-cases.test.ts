import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

const recorded = (change: object = {}) => ({
  caseId: 'one',
  appId: 'shop',
  recordedAt: '2026-11-20T10:00:00.123Z',
  request: { method: 'GET', path: '/orders/1' },
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{"id":12345678901234567890}' },
  ...change,
});
const send = (body: string | Uint8Array | object) => recorder.ask('POST', '/api/recorder/cases', body);
const TOOK_ONE = { status: 200, body: { accepted: 1, duplicates: 0, rejected: [] } };

describe('POST /api/recorder/cases (interface 10)', () => {
  test.for<[string, string]>([
    ['NDJSON', JSON.stringify(recorded())],
    ['an array', JSON.stringify([recorded()])],
    ['one object over several lines', JSON.stringify(recorded(), null, 2)],
  ])('accepts %s', async ([, body]) => {
    expect(await send(body)).toEqual(TOOK_ONE);
    expect(await recorder.ask('GET', '/api/recorder/cases/one')).toMatchObject({ body: { operation: '/orders/{id}' } });
  });

  test('rejects a bad case by index and stores the others, and counts a repeat as a duplicate', async () => {
    const lines = [
      JSON.stringify(recorded()),
      '{"appId":',
      JSON.stringify(recorded({ caseId: 'two', request: { method: 'GET', path: 'secret' } })),
      `{"appId":"shop","x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      JSON.stringify(recorded()),
      JSON.stringify(recorded({ caseId: 'three' })),
    ];
    expect(await send(lines.join('\n'))).toEqual({
      status: 200,
      body: {
        accepted: 2,
        duplicates: 1,
        rejected: [
          { index: 1, reason: 'not readable as a JSON object' },
          { index: 2, reason: 'request.path must begin with / and contain no space, control character or #' },
          { index: 3, reason: 'nested deeper than 32 levels' },
        ],
      },
    });
    expect(recorder.logged).toEqual(['["cases stored",{"accepted":2,"duplicates":1,"rejected":3}]']);
  });

  // It was dropped as a duplicate, so that the recorder believed it was stored.
  test('rejects a caseId of another application with the reason, in one body and later', async () => {
    const reason = 'caseId belongs to a different application';
    const bank = recorded({ appId: 'bank' });
    expect(await send([recorded(), { appId: 'shop' }, bank, recorded()])).toMatchObject({
      status: 200,
      body: { accepted: 1, duplicates: 1, rejected: [{ index: 1 }, { index: 2, reason }] },
    });
    expect(await send([recorded({ caseId: 'two' }), bank])).toEqual({
      status: 200,
      body: { accepted: 1, duplicates: 0, rejected: [{ index: 1, reason }] },
    });
    expect(await recorder.ask('GET', '/api/recorder/cases/one')).toMatchObject({ body: { appId: 'shop' } });
  });

  test('stores cases without a caseId as separate cases', async () => {
    const one = recorded({ caseId: undefined });
    expect(await send([one, one])).toMatchObject({ body: { accepted: 2, duplicates: 0 } });
  });

  test.for(['', 'not json', '"text"', '[{"appId":"shop"}'])('refuses an unreadable body: %s', async (body) => {
    expect(await send(body)).toEqual({
      status: 400,
      body: { errorCode: 'INVALID_JSON', errorMessage: expect.any(String) },
    });
  });

  test('stores more cases than it writes at the same time, and counts each under its index', async () => {
    const cases = Array.from({ length: 1101 }, (_, index) => recorded({ caseId: `c${index}` }));
    cases[1100] = recorded({ caseId: 'no/id' });
    expect(await send(cases)).toMatchObject({ body: { accepted: 1100, rejected: [{ index: 1100 }] } });
  });

  test('stores and shows nothing of what an application redacts', async () => {
    await recorder.ask('PUT', '/api/apps/shop/settings', { redact: [{ header: 'Cookie' }, { path: '..password' }] });
    await recorder.ask('PUT', '/api/apps/other/settings', { credentials: 'keep' });
    const request = {
      method: 'POST',
      path: '/login',
      headers: [['cookie', 'hunter2']],
      body: '{"n":12345678901234567890,"password":"hunter2"}',
    };
    await send([recorded({ request }), recorded({ caseId: 'two', appId: 'other', request })]);
    expect(await recorder.ask('GET', '/api/recorder/cases/one')).toMatchObject({
      body: {
        request: { headers: [['cookie', '[redacted]']], body: '{"n":12345678901234567890,"password":"[redacted]"}' },
      },
    });
    expect(await recorder.ask('GET', '/api/recorder/cases/two')).toMatchObject({ body: { request } });
  });
});
