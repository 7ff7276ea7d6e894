import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNoMariadb, MARIADB_USER, startMariadbServer } from '../support/real-servers/mariadb.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';

const ITEMS = `
  CREATE TABLE items (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, price DECIMAL(8,2), big BIGINT,
    ratio DOUBLE, made DATETIME(3), picture BLOB, extra JSON, number UUID) CHARACTER SET utf8mb4;
  INSERT INTO items VALUES
    (1, 'stift 🖊', 12.50, 9007199254740993, 0.1, '2024-02-03 04:05:06.789', x'ff00', '{"a":[1]}',
      '8a1c2f5e-0d5b-4f60-9d3c-0a6f1c5a2b11'),
    (2, 'ink', NULL, NULL, NULL, NULL, NULL, NULL, NULL)`;
const PATHS = ['/typed', '/write', '/fails', '/callbacks', '/own'];

describe.skipIf(hasNoMariadb())('statements of mysql2', () => {
  let service: FakeService;
  let server: RealServer;
  const apps: AgentProcess[] = [];
  const start = async (load: string, mode: 'both' | 'replay') => {
    const env = { LOAD: load, MYSQL_PORT: String(server.port) };
    const app = await startWithAgent({ app: 'mysql2.mjs', service: service.url, mode, env });
    apps.push(app);
    return app;
  };
  beforeAll(async () => {
    [service, server] = await Promise.all([fakeService(), startMariadbServer()]);
    const admin = await createConnection({
      ...MARIADB_USER,
      host: '127.0.0.1',
      port: server.port,
      multipleStatements: true,
    });
    await admin.query(ITEMS);
    await admin.end();
  });
  afterAll(async () => {
    await Promise.all(apps.map((app) => app.stop()));
    await server?.stop();
    await service?.close();
  });

  test('are recorded, and answered as recorded without a server, by import and by require', async () => {
    const answers = new Map<string, string[]>();
    const recorded = new Map<string, SentCase[]>();
    for (const load of ['import', 'require']) {
      const app = await start(load, 'both');
      const texts: string[] = [];
      for (const path of PATHS) texts.push((await app.get(path)).text);
      answers.set(load, texts);
      await service.hasCases(PATHS.length);
      recorded.set(load, service.cases.splice(0));
      expect(app.output()).not.toContain('replay agent');
    }
    const cases = recorded.get('import') ?? [];
    const headersOf = (one: SentCase | undefined, onMiss = 'fail') => {
      if (one === undefined) throw new Error('nothing was recorded');
      return { 'x-replay-id': service.begin(one, { onMiss }), 'x-replay-mock': 'on' };
    };
    // Over connections that are open.
    const writing = cases.find(({ request }) => request.path === '/write');
    for (const app of apps.slice(0, 1))
      expect((await app.get('/write', headersOf(writing))).text).toBe(answers.get('import')?.[1]);
    const callsOf = (path: string) => cases.find(({ request }) => request.path === path)?.calls ?? [];
    expect(callsOf('/typed').map(({ request }) => request)).toEqual([
      { sql: 'SELECT * FROM items WHERE id = 1', parameters: [] },
      {
        sql: 'SELECT * FROM items WHERE id = ? AND made = ?',
        parameters: [1, '2024-02-03 04:05:06.789'],
      },
      { sql: 'SELECT id, name FROM items ORDER BY id', parameters: [] },
      { sql: 'SELECT name FROM items WHERE id = ?', parameters: [2] },
      { sql: 'SELECT 7 AS seven; SELECT name FROM items WHERE id = 2', parameters: [] },
    ]);
    expect(callsOf('/typed')[3]).toMatchObject({
      kind: 'database',
      target: 'shop',
      response: { rowCount: 1, fields: [{ name: 'name', type: 253 }], rows: [{ name: 'ink' }] },
    });
    expect(callsOf('/write').map(({ operation }) => operation.split(' ', 1)[0])).toEqual([
      'insert',
      'update',
      'delete',
      'select',
    ]);
    expect(callsOf('/fails').map(({ error }) => JSON.parse(error ?? 'null'))).toMatchObject([
      { code: 1146, sqlState: '42S02' },
      { code: 1146, sqlState: '42S02' },
      { code: 1062, sqlState: '23000' },
    ]);
    expect([callsOf('/callbacks').length, callsOf('/own').length]).toEqual([3, 2]);

    const replaying = await start('import', 'replay');
    const passed = await replaying.get('/unknown', headersOf(cases[0], 'passThrough'));
    expect(passed.text).toContain("{ '41 + 1': 42 }");
    await server.stop();
    for (const load of ['import', 'require']) {
      const app = load === 'import' ? replaying : await start(load, 'replay');
      for (const [at, path] of PATHS.entries()) {
        const one = recorded.get(load)?.find(({ request }) => request.path === path);
        expect((await app.get(path, headersOf(one))).text).toBe(answers.get(load)?.[at]);
        const missed = await app.get('/unknown', headersOf(one));
        expect(missed.text).toContain("code: 'ECONNREFUSED'");
      }
      expect(app.output()).not.toContain('replay agent');
    }
  });
});
