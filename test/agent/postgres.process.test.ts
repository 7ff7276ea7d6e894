import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNoPostgres, POSTGRES_USER, startPostgresServer } from '../support/real-servers/postgres.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService } from './support/fake-service.ts';

const PATHS = '/types /json /camel /modes /unsafe /begin /rollback /errors /many /reserve'.split(' ');
const PASSED = ['/types', '/camel', '/modes', '/unsafe', '/errors', '/many'];
const { user, password, database } = POSTGRES_USER;
const TABLE = `
  CREATE TABLE things (id int PRIMARY KEY, total numeric, at timestamptz, data jsonb, tags text[], numbers int[], raw bytea, ok bool);
  INSERT INTO things VALUES (1, 12.50, '2024-01-02T03:04:05Z', '{"a_b":1}', '{x,"y z"}', '{1,NULL}', '\\x00ff', true);
  INSERT INTO things (id) VALUES (2)`;

describe.skipIf(hasNoPostgres())('postgres under the agent', () => {
  let service: FakeService;
  let server: RealServer;
  let url: string;
  const answers = new Map<string, string>();
  const passed = new Map<string, string>();
  beforeAll(async () => {
    service = await fakeService();
    server = await startPostgresServer();
    url = `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}`;
    const client = new pg.Client(url);
    await client.connect();
    await client.query(TABLE);
    await client.end();
    const app = await startWithAgent({
      app: 'postgres.mjs',
      service: service.url,
      mode: 'both',
      env: { DATABASE_URL: url },
    });
    for (const path of PATHS) answers.set(path, (await app.get(path)).text);
    await service.hasCases(PATHS.length);
    for (const path of PASSED) {
      const replayId = service.begin({ ...caseOf(path), calls: [] }, { onMiss: 'passThrough' });
      passed.set(path, (await app.get(path, { 'x-replay-id': replayId, 'x-replay-mock': 'on' })).text);
    }
    await app.stop();
    await server.stop();
  });
  afterAll(() => service?.close());

  const caseOf = (path: string) => {
    const found = service.cases.find(({ request }) => request.path === path);
    if (found === undefined) throw new Error(`${path} was not recorded`);
    return found;
  };

  test('gives the application the results of the library, and records them', () => {
    expect(JSON.parse(answers.get('/types') ?? '')).toMatchObject([
      { rows: [{ id: 1, total: '12.50', tags: ['x', 'y z'], numbers: [1, null], ok: true }, { id: 2 }], count: 2 },
      true,
      true,
    ]);
    expect(JSON.parse(answers.get('/camel') ?? '').rows).toEqual([{ thingId: 1, theData: { aB: 1 }, seen: true }]);
    expect(JSON.parse(answers.get('/begin') ?? '')).toMatchObject([
      20,
      { code: '23505', isOwn: true },
      [[{ five: 5 }], [{ six: 6 }]],
    ]);
    expect(caseOf('/camel').calls).toMatchObject([
      {
        kind: 'database',
        target: database,
        request: { parameters: ['1'] },
        response: { command: 'SELECT', rowCount: 1, rows: [{ thing_id: '1', the_data: '{"a_b": 1}' }] },
      },
    ]);
    expect(caseOf('/begin').calls).toHaveLength(4);
    expect(caseOf('/many').calls).toHaveLength(12);
  });

  test('makes unanswered calls for real where their miss passes through', () => {
    for (const path of PASSED) expect(passed.get(path), path).toBe(answers.get(path));
  });

  test.each(['esm', 'cjs'])('answers as recorded without a server (%s)', async (kind) => {
    const env = { DATABASE_URL: url, POSTGRES_KIND: kind };
    const app = await startWithAgent({ app: 'postgres.mjs', service: service.url, mode: 'replay', env });
    try {
      for (const path of PATHS) {
        const headers = { 'x-replay-id': service.begin(caseOf(path)), 'x-replay-mock': 'on' };
        expect((await app.get(path, headers)).text, path).toBe(answers.get(path));
      }
      const missed = service.begin({ ...caseOf('/unsafe'), calls: [] });
      const { text } = await app.get('/unsafe', { 'x-replay-id': missed, 'x-replay-mock': 'on' });
      expect(JSON.parse(text)).toMatchObject({ failed: { code: 'ECONNREFUSED', isOwn: false } });
      expect(app.output()).not.toContain('replay agent');
    } finally {
      await app.stop();
    }
  });
});
