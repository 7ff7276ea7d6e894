import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportOf, iso, type LogStage, openLogStage, recordAt, TRACE } from './log-stage.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROTOBUF = 'application/x-protobuf';
const EVERYTHING = { trace_id: TRACE, since: iso(-60_000), until: iso(60_000) };

describe('POST /v1/logs (interface 2.8)', () => {
  let stage: LogStage;
  beforeAll(async () => {
    stage = await openLogStage();
  });
  afterAll(() => stage.close());

  test('answers empty in the encoding of the export if all is accepted', async () => {
    const json = await stage.post(exportOf(recordAt(0, 'a')));
    expect([json.status, json.headers.get('content-type'), await json.text()]).toEqual([200, JSON_TYPE, '{}']);
    const protobuf = await stage.post(Buffer.from([]), { 'content-type': PROTOBUF });
    expect([protobuf.status, protobuf.headers.get('content-type'), await protobuf.text()]).toEqual([200, PROTOBUF, '']);
  });

  test('accepts records without a trace id, drops and counts them', async () => {
    const { traceId: _, ...without } = recordAt(10_000, 'dropped');
    const answer = await stage.post(exportOf(without, recordAt(10_001, 'kept'), { ...without, traceId: 'abc' }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      partialSuccess: { rejectedLogRecords: '2', errorMessage: 'records without a trace id are not kept' },
    });
    const { rows } = await stage.found({ ...EVERYTHING, since: iso(10_000) });
    expect(rows.map(({ body }) => body)).toEqual(['kept']);
  });

  test('accepts gzip', async () => {
    const answer = await stage.post(gzipSync(exportOf(recordAt(20_000, 'zipped'))), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(200);
    expect((await stage.found({ ...EVERYTHING, since: iso(20_000) })).rows).toMatchObject([{ body: 'zipped' }]);
  });

  test.for<[number, string, Record<string, string>]>([
    [415, '{}', { 'content-type': 'text/plain' }],
    [415, '{}', { 'content-encoding': 'br' }],
    [400, '{', {}],
    [400, '{"resourceLogs":1}', {}],
    [400, 'no gzip', { 'content-encoding': 'gzip' }],
    [413, ' '.repeat(6 * 1024 * 1024 + 1), {}],
  ])('answers %i with a google.rpc.Status and stores nothing: %s', async ([status, body, headers]) => {
    const answer = await stage.post(body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ code: expect.any(Number), message: expect.any(String) });
  });

  test('accepts 6 MiB', async () => {
    expect((await stage.post(`{}${' '.repeat(6 * 1024 * 1024 - 2)}`)).status).toBe(200);
  });

  test('refuses protobuf in protobuf', async () => {
    const answer = await stage.post('{}', { 'content-type': PROTOBUF });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, PROTOBUF]);
    // field 1, code 3 (INVALID_ARGUMENT); field 2, the message
    expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0x08, 3, 0x12]));
  });

  test('refuses in the encoding of the export, also without reading the export', async () => {
    const read = await stage.keyWith('read');
    const refused: [number, number, Record<string, string>, string][] = [
      [401, 16, { 'x-api-key': 'wrong' }, ''],
      [403, 7, { 'x-api-key': read }, ''],
      [413, 8, {}, ' '.repeat(6 * 1024 * 1024 + 1)],
    ];
    for (const [status, code, headers, body] of refused) {
      const protobuf = await stage.post(body, { ...headers, 'content-type': PROTOBUF });
      expect([protobuf.status, protobuf.headers.get('content-type')]).toEqual([status, PROTOBUF]);
      expect([...Buffer.from(await protobuf.arrayBuffer()).subarray(0, 3)]).toEqual([0x08, code, 0x12]);
      const json = await stage.post(body, headers);
      expect([json.status, json.headers.get('content-type')]).toEqual([status, JSON_TYPE]);
      expect(await json.json()).toMatchObject({ code });
    }
    const wrongMethod = await fetch(`${stage.url}/v1/logs`, { method: 'PUT', headers: { 'content-type': PROTOBUF } });
    expect([wrongMethod.status, wrongMethod.headers.get('allow'), wrongMethod.headers.get('content-type')]).toEqual([
      ...[405, 'POST', PROTOBUF],
    ]);
  });

  test('needs a credential with the right to record', async () => {
    const headers = { 'content-type': 'application/json' };
    const post = (more: Record<string, string>) =>
      fetch(`${stage.url}/v1/logs`, { method: 'POST', headers: { ...headers, ...more }, body: '{}' });
    expect((await post({})).status).toBe(401);
    expect((await post({ 'x-api-key': await stage.keyWith('read') })).status).toBe(403);
    expect((await post({ 'x-api-key': await stage.keyWith('record') })).status).toBe(200);
    const { tokens } = await stage.services.personLogins.logIn('ann@shop.test', 'code');
    expect((await post({ 'access-token': tokens?.accessToken ?? '' })).status).toBe(200);
  });

  test('refuses another method', async () => {
    const answer = await fetch(`${stage.url}/v1/logs`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

test('POST /v1/logs asks for a repeat later when the store takes no rows', async () => {
  const stage = await openLogStage({}, ({ logRows }) => ({
    logRows: { ...logRows, append: () => Promise.reject(new Error('canary')) },
  }));
  const answer = await stage.post(exportOf(recordAt(0, 'x')));
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(JSON.stringify([await answer.json(), stage.logged])).not.toContain('canary');
  const protobuf = await stage.post(Buffer.from([]), { 'content-type': PROTOBUF });
  const { headers } = protobuf;
  expect([protobuf.status, headers.get('retry-after'), headers.get('content-type')]).toEqual([503, '5', PROTOBUF]);
  await stage.close();
});
