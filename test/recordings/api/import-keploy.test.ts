import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Scope } from '../../../functions/platform/values/scope.ts';
import { mockDocument, testDocument, yamlOf } from '../domain/importers/keploy/test-set.ts';
import { openRecorder, type Recorder } from './recorder.ts';

let recorder: Recorder;
beforeEach(() => {
  recorder = openRecorder();
});
afterEach(() => recorder.close());

/** A Keploy test with noise entries and a mock. */
const KEPLOY = yamlOf(
  testDocument(0, { assertions: { noise: { 'header.Date': [], 'body.id': [] } } }),
  mockDocument('Redis', 0.5, {
    redisrequests: [{ message: [{ data: '*2\r\n$3\r\nGET\r\n$1\r\nk\r\n' }] }],
    redisresponses: [{ message: [{ data: '$1\r\nv\r\n' }] }],
  }),
);

const send = (query: string, body: string | Uint8Array) => recorder.ask('POST', `/api/recorder/imports?${query}`, body);

describe('POST /api/recorder/imports?format=keploy', () => {
  test('stores mocks as calls with their case', async () => {
    const { body } = await send('appId=shop&format=keploy', KEPLOY);
    expect(body).toMatchObject({ accepted: 1, rejected: [] });
    const list = (await recorder.ask('GET', '/api/recorder/apps/shop/cases')).body as { items: { caseId: string }[] };
    const caseId = list.items[0]?.caseId;
    expect(await recorder.ask('GET', `/api/recorder/cases/${caseId}`)).toMatchObject({
      body: {
        calls: [
          { kind: 'cache', target: 'redis', operation: 'GET', request: { command: 'GET', args: ['k'] }, response: 'v' },
        ],
      },
    });
  });

  describe('ignore rules of a file', () => {
    const comment = 'Noise field of a Keploy test';
    const rules = [
      { kind: 'ignore', operation: null, target: 'response-headers', path: '$.date', comment },
      { kind: 'ignore', operation: '/orders/{id}', target: 'response', path: '$.id', comment },
    ];

    test.for<[string, Scope[], string, number]>([
      ['are stored where the caller may write', ['record', 'write'], '', 2],
      ['are offered to a recorder', ['record'], '', 0],
      ['are offered by a preview', ['admin'], '&preview=true', 0],
    ])('%s', async ([, scopes, query, stored]) => {
      recorder.scopes.splice(0, 1, ...scopes);
      const { body } = await send(`appId=shop&format=keploy${query}`, KEPLOY);
      expect(body).toMatchObject({
        rules: { stored, storedRules: stored > 0 ? rules : [], offered: stored > 0 ? [] : rules },
      });
      expect(recorder.rulesAdded).toEqual(stored > 0 ? [{ appId: 'shop', rules }] : []);
    });

    test('are stored once for two methods of one endpoint', async () => {
      const noise = { assertions: { noise: { 'body.id': [] } } };
      const tests = yamlOf(testDocument(0, noise), testDocument(5, { ...noise, req: { method: 'PUT' } }));
      const { body } = await send('appId=shop&format=keploy', tests);
      expect(body).toMatchObject({ accepted: 2, rules: { stored: 1, storedRules: [rules[1]] } });
    });

    test('name endpoints as the application does', async () => {
      await recorder.ask('PUT', '/api/apps/shop/settings', { operationNaming: 'method-path' });
      const { body } = await send('appId=shop&format=keploy', KEPLOY);
      expect(recorder.rulesAdded).toMatchObject([{ rules: [{ operation: null }, { operation: 'GET /orders/{id}' }] }]);
      expect(body).toMatchObject({ accepted: 1 });
    });

    test('are not mentioned for a file without them', async () =>
      expect((await send('appId=shop&format=keploy', yamlOf(testDocument(0)))).body).not.toHaveProperty('rules'));
  });

  test('counts for a packed file the bytes that it may unfold to', async () => {
    expect(await send('appId=shop&format=keploy', gzipSync(KEPLOY))).toMatchObject({ status: 200 });
    expect(recorder.jobs[0]).toEqual({ name: 'recordings.import', bytes: 32 * 1024 * 1024 });
  });
});
