import { createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNoMariadb, MARIADB_USER, startMariadbServer } from '../support/real-servers/mariadb.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';

const { user, password, database } = MARIADB_USER;
const TABLES = `
  CREATE TABLE items (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, price DECIMAL(8,2), big BIGINT,
    ratio DOUBLE, made DATETIME(3), picture BLOB, extra JSON, number UUID) CHARACTER SET utf8mb4;
  INSERT INTO items VALUES
    (1, 'stift 🖊', 12.50, 9007199254740993, 0.1, '2024-02-03 04:05:06.789', x'ff00', '{"a":[1]}',
      '8a1c2f5e-0d5b-4f60-9d3c-0a6f1c5a2b11'),
    (2, 'ink', NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  CREATE TABLE Author (id INT PRIMARY KEY AUTO_INCREMENT, email VARCHAR(191) NOT NULL UNIQUE,
    level ENUM('LOW', 'HIGH') NOT NULL DEFAULT 'LOW');
  CREATE TABLE Book (id INT PRIMARY KEY AUTO_INCREMENT, title VARCHAR(191) NOT NULL, price DECIMAL(65,30), big BIGINT,
    at DATETIME(3), data JSON, \`raw\` LONGBLOB, authorId INT NOT NULL, FOREIGN KEY (authorId) REFERENCES Author (id))`;

const APPS = {
  'mariadb.mjs': ['/typed', '/write', '/fails', '/callbacks', '/own'],
  'prisma.mjs': ['/write', '/read', '/fails', '/interactive', '/batch', '/raw', '/many'],
};
type App = keyof typeof APPS;

describe.skipIf(hasNoMariadb())('mariadb under the agent', () => {
  let service: FakeService;
  let server: RealServer;
  const answers = new Map<string, string>();
  const cases = new Map<App, SentCase[]>();
  const start = (app: App, mode: 'both' | 'replay', load: string) => {
    const url = `mariadb://${user}:${password}@127.0.0.1:${server.port}/${database}?connectionLimit=3`;
    const env = { LOAD: load, MYSQL_PORT: String(server.port), DATABASE_URL: url, PROVIDER: 'mysql' };
    return startWithAgent({ app, service: service.url, mode, env });
  };
  const headersOf = (app: App, path: string, onMiss = 'fail') => {
    const found = cases.get(app)?.find(({ request }) => request.path === path);
    if (found === undefined) throw new Error(`${path} was not recorded`);
    return { 'x-replay-id': service.begin(found, { onMiss }), 'x-replay-mock': 'on' };
  };
  const callsOf = (app: App, path: string) => cases.get(app)?.find(({ request }) => request.path === path)?.calls ?? [];

  beforeAll(async () => {
    [service, server] = await Promise.all([fakeService(), startMariadbServer()]);
    const address = { user, password, database, host: '127.0.0.1', port: server.port };
    const admin = await createConnection({ ...address, multipleStatements: true });
    await admin.query(TABLES);
    await admin.end();
    let first: AgentProcess | undefined;
    for (const app of ['mariadb.mjs', 'prisma.mjs'] as const) {
      const recording = await start(app, 'both', 'import');
      for (const path of APPS[app]) answers.set(`${app}${path}`, (await recording.get(path)).text);
      await service.hasCases(APPS[app].length);
      cases.set(app, service.cases.splice(0));
      expect(recording.output()).not.toContain('replay agent');
      if (first) await recording.stop();
      else first = recording;
    }
    // Over connections that are open, and for real.
    expect((await first?.get('/write', headersOf('mariadb.mjs', '/write')))?.text).toBe(
      answers.get('mariadb.mjs/write'),
    );
    const passed = await first?.get('/unknown', headersOf('mariadb.mjs', '/write', 'passThrough'));
    expect(passed?.text).toContain("{ '41 + 1': 42 }");
    await first?.stop();
    const replaying = await start('mariadb.mjs', 'replay', 'import');
    const connected = await replaying.get('/unknown', headersOf('mariadb.mjs', '/write', 'passThrough'));
    expect(connected.text).toContain("{ '41 + 1': 42 }");
    await replaying.stop();
    await server.stop();
  });
  afterAll(() => service?.close());

  test('records the calls of the application', () => {
    expect(callsOf('mariadb.mjs', '/typed').map(({ request }) => request)).toEqual([
      { sql: 'SELECT * FROM items WHERE id = ?', parameters: [1] },
      { sql: 'SELECT * FROM items WHERE id = ? AND made = ?', parameters: [1, '2024-02-03 04:05:06.789'] },
      { sql: 'SELECT id, name FROM items ORDER BY id', parameters: [] },
      { sql: 'SELECT name FROM items WHERE id = :id', parameters: [{ id: 2 }] },
      { sql: 'SELECT 7 AS seven; SELECT name FROM items WHERE id = 2', parameters: [] },
    ]);
    expect(callsOf('mariadb.mjs', '/typed')[3]).toMatchObject({
      kind: 'database',
      target: 'shop',
      response: { rowCount: 1, fields: [{ name: 'name', type: 253 }], rows: [{ name: 'ink' }] },
    });
    const verbs = (app: App, path: string) =>
      callsOf(app, path).map(({ operation }) => operation.split(' ', 1)[0]?.toLowerCase());
    expect(verbs('mariadb.mjs', '/write')).toEqual(['insert', 'update', 'delete', 'select']);
    const codes = (app: App) => callsOf(app, '/fails').map(({ error }) => JSON.parse(error ?? 'null')?.code);
    expect(codes('mariadb.mjs')).toEqual([1146, 1146, 1062, 45016]);
    expect(codes('prisma.mjs').filter(Boolean)).toEqual([1062, 1452, 1146]);
    expect(callsOf('mariadb.mjs', '/callbacks')).toHaveLength(2);
    expect(callsOf('mariadb.mjs', '/own')).toHaveLength(3);
    expect([...cases.values()].flat().flatMap(({ calls }) => calls.map(({ operation }) => operation))).not.toContain(
      'select version()',
    );
  });

  test.each([
    ['mariadb.mjs', 'import'],
    ['mariadb.mjs', 'require'],
    ['prisma.mjs', 'import'],
    ['prisma.mjs', 'require'],
  ] as const)('answers %s as recorded without a server (loaded by %s)', async (app, load) => {
    const replaying = await start(app, 'replay', load);
    try {
      for (const path of APPS[app])
        expect((await replaying.get(path, headersOf(app, path))).text, path).toBe(answers.get(`${app}${path}`));
      const { text } = await replaying.get('/unknown', headersOf(app, '/write'));
      expect(text).toContain("code: 'ECONNREFUSED'");
      expect(replaying.output()).not.toContain('replay agent');
    } finally {
      await replaying.stop();
    }
  });
});
