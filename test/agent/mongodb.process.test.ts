import { join } from 'node:path';
import { Binary, Decimal128, type Document, Double, Int32, Long, ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { appsWithVersion } from './support/apps-with-version.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';
import { type TinyMongodb, tinyMongodb } from './support/tiny-mongodb.ts';

const PATHS = ['/list', '/first', '/missing', '/write', '/bulk', '/duplicate', '/transaction', '/refused'];

const items = (): Document[] => [
  { _id: new ObjectId('66b0f0a1c2d3e4f5a6b7c8d9'), name: 'lamp', price: new Double(2), count: new Int32(7) },
  { _id: 'cup', sold: Long.fromString('9007199254740993'), tax: Decimal128.fromString('0.190'), at: new Date(0) },
  { _id: 'mat', bytes: new Binary(Buffer.from([0, 255])), sizes: [1, 2.5], none: null },
];

const APPS = ['mongodb.cjs', 'mongodb.mjs'] as const;

describe.each([
  ['6', async () => ''],
  ['7', () => appsWithVersion({ apps: APPS, library: 'mongodb', installedAs: 'mongodb-7' })],
])('commands of mongodb %s', (_, folderOf) => {
  let folder: string;
  let service: FakeService;
  let database: TinyMongodb;
  let app: AgentProcess;
  let replaying: AgentProcess | undefined;
  const answers = new Map<string, string>();
  beforeAll(async () => {
    folder = await folderOf();
    service = await fakeService();
    database = await tinyMongodb({ items: items() });
    const env = { MONGODB_URL: `mongodb://127.0.0.1:${database.port}` };
    app = await startWithAgent({ app: join(folder, 'mongodb.cjs'), service: service.url, mode: 'both', env });
    for (const path of PATHS) answers.set(path, (await app.get(path)).text);
    await service.hasCases(PATHS.length);
    await database.close();
  });
  afterAll(async () => {
    await app?.stop();
    await replaying?.stop();
    await service?.close();
  });

  const recorded = (path: string): SentCase => {
    const found = service.cases.find(({ request }) => request.path === path);
    if (!found) throw new Error(`${path} was not recorded`);
    return found;
  };
  const replayed = async (on: AgentProcess, path: string, of = path): Promise<string> =>
    (await on.get(path, { 'x-replay-id': service.begin(recorded(of)), 'x-replay-mock': 'on' })).text;

  test('are recorded as Extended JSON without their session', () => {
    const given = (path: string) => JSON.parse(answers.get(path) ?? '').given;
    expect(given('/list')).toHaveLength(3);
    expect(given('/duplicate')).toMatchObject({ code: { $numberInt: '11000' }, isServerError: true });
    expect(given('/refused')).toMatchObject({ codeName: 'CommandNotFound', isServerError: true });
    const [find, getMore] = recorded('/list').calls;
    expect(find).toEqual({
      kind: 'database',
      target: 'shop',
      operation: 'find items',
      request: { find: 'items', filter: {}, batchSize: { $numberInt: '2' }, $db: 'shop' },
      response: {
        cursor: {
          firstBatch: [
            {
              _id: { $oid: '66b0f0a1c2d3e4f5a6b7c8d9' },
              name: 'lamp',
              price: { $numberDouble: '2.0' },
              count: { $numberInt: '7' },
            },
            {
              _id: 'cup',
              sold: { $numberLong: '9007199254740993' },
              tax: { $numberDecimal: '0.190' },
              at: { $date: { $numberLong: '0' } },
            },
          ],
          id: { $numberLong: '4000000000007' },
          ns: 'shop.items',
        },
        ok: { $numberInt: '1' },
      },
      error: null,
      durationMs: expect.any(Number),
    });
    expect(getMore).toMatchObject({
      operation: 'getMore items',
      request: { getMore: { $numberLong: '4000000000007' } },
    });
    const operations = (path: string) => recorded(path).calls.map(({ operation }) => operation);
    expect(operations('/first')).toEqual(['find items']);
    expect(operations('/write')).toEqual(['insert items', 'update items', 'find items', 'aggregate items']);
    expect(operations('/transaction')).toEqual(['insert items', 'update items']);
    for (const { request } of recorded('/transaction').calls)
      for (const name of ['lsid', 'txnNumber', 'autocommit', '$clusterTime']) expect(request).not.toHaveProperty(name);
    const [refused] = recorded('/refused').calls;
    expect(JSON.parse(refused?.error ?? '')).toMatchObject({ code: 'CommandNotFound', message: /no such/ });
  });

  test('are answered in a process that lost its server', async () => {
    for (const path of PATHS) expect(await replayed(app, path)).toBe(answers.get(path));
  });

  test.each([
    { file: APPS[0], LAZY: '' },
    { file: APPS[1], LAZY: '1' },
  ])('are answered in a process that never had a server: %o', async ({ file, LAZY }) => {
    const env = { MONGODB_URL: 'mongodb://127.0.0.1:1/?replicaSet=tiny', LAZY };
    const alone = await startWithAgent({ app: join(folder, file), service: service.url, mode: 'replay', env });
    try {
      for (const path of PATHS) expect(await replayed(alone, path)).toBe(answers.get(path));
      const { given } = JSON.parse(await replayed(alone, '/other', '/list'));
      expect(given).toMatchObject({ name: 'MongoServerSelectionError', code: 'ECONNREFUSED', isServerError: false });
    } finally {
      await alone.stop();
    }
  });

  test('reach the server in a replay with real calls', async () => {
    const another = await tinyMongodb({ items: items() });
    const env = { MONGODB_URL: `mongodb://127.0.0.1:${another.port}` };
    replaying = await startWithAgent({ app: join(folder, 'mongodb.cjs'), service: service.url, mode: 'replay', env });
    expect(await replayed(replaying, '/list')).toBe(answers.get('/list'));
    expect(another.received).toEqual([]);
    const passed = service.begin(recorded('/missing'), { onMiss: 'passThrough' });
    const first = await replaying.get('/list', { 'x-replay-id': passed, 'x-replay-mock': 'on' });
    expect(first.text).toBe(answers.get('/list'));
    const real = service.begin(recorded('/list'), { enableMock: false });
    const second = await replaying.get('/list', { 'x-replay-id': real, 'x-replay-mock': 'off' });
    expect(second.text).toBe(answers.get('/list'));
    expect(another.received.filter((name) => name === 'find')).toHaveLength(2);
    expect(service.reports.find(({ replayId }) => replayId === real)?.calls).toMatchObject([
      { operation: 'find items' },
      { operation: 'getMore items' },
    ]);
    expect(await replayed(replaying, '/write')).toBe(answers.get('/write'));
    await another.close();
  });
});
