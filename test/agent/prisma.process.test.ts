import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasNoPostgres, POSTGRES_USER, startPostgresServer } from '../support/real-servers/postgres.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService } from './support/fake-service.ts';

const PATHS = '/write /read /fails /interactive /batch /raw /many'.split(' ');
const { user, password, database } = POSTGRES_USER;
const TABLES = `
  CREATE TYPE "Level" AS ENUM ('LOW', 'HIGH');
  CREATE TABLE "Author" (id serial PRIMARY KEY, email text NOT NULL UNIQUE, level "Level" NOT NULL DEFAULT 'LOW');
  CREATE TABLE "Book" (id serial PRIMARY KEY, title text NOT NULL, price numeric, big bigint, at timestamp(3), tags text[],
    numbers int[], data jsonb, raw bytea, "authorId" int NOT NULL REFERENCES "Author")`;

describe.skipIf(hasNoPostgres())('Prisma on pg under the agent', () => {
  let service: FakeService;
  let server: RealServer;
  let env: { DATABASE_URL: string; PROVIDER: string };
  const answers = new Map<string, string>();
  beforeAll(async () => {
    service = await fakeService();
    server = await startPostgresServer();
    env = {
      DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${server.port}/${database}`,
      PROVIDER: 'postgresql',
    };
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    await client.query(TABLES);
    await client.end();
    const app = await startWithAgent({ app: 'prisma.mjs', service: service.url, mode: 'both', env });
    for (const path of PATHS) answers.set(path, (await app.get(path)).text);
    await service.hasCases(PATHS.length);
    expect(app.output()).not.toContain('replay agent');
    await app.stop();
    await server.stop();
  });
  afterAll(() => service?.close());

  const caseOf = (path: string) => {
    const found = service.cases.find(({ request }) => request.path === path);
    if (found === undefined) throw new Error(`${path} was not recorded`);
    return found;
  };
  const codes = (path: string) => [...(answers.get(path) ?? '').matchAll(/code: '(\w+)'/g)].map(([, code]) => code);

  test('gives the application the results of Prisma, and records its calls', () => {
    expect(answers.get('/write')).toContain("tags: [ 'x', 'y \"z\"' ]");
    expect(answers.get('/read')).toContain('at: 2024-01-02T03:04:05.678Z');
    expect(codes('/fails')).toEqual(['P2002', 'P2003', 'P2025', 'P2010', 'P2025']);
    expect([codes('/interactive'), codes('/batch')]).toEqual([['P2002'], ['P2002']]);
    expect(caseOf('/fails').calls.map(({ error }) => JSON.parse(error ?? 'null')?.code)).toEqual([
      '23505',
      '23503',
      undefined,
      '42P01',
      undefined,
    ]);
    // Without the statements of transactions.
    expect(caseOf('/interactive').calls.map(({ operation }) => operation.split(' ', 1)[0])).toEqual([
      'insert',
      'insert',
      'insert',
      'insert',
      'select',
    ]);
    expect(caseOf('/many').calls).toHaveLength(13);
    expect(caseOf('/raw').calls[0]).toMatchObject({
      kind: 'database',
      target: database,
      request: { parameters: ['{"1","2"}'] },
      response: {
        command: 'SELECT',
        rowCount: 2,
        rows: [{ id: '1', price: '12.50', tags: '{x,"y \\"z\\""}' }, { id: '2' }],
      },
    });
  });

  test.each(['import', 'require'])('answers as recorded without a server (%s)', async (load) => {
    const app = await startWithAgent({
      app: 'prisma.mjs',
      service: service.url,
      mode: 'replay',
      env: { ...env, LOAD: load },
    });
    try {
      for (const path of PATHS) {
        const headers = { 'x-replay-id': service.begin(caseOf(path)), 'x-replay-mock': 'on' };
        expect((await app.get(path, headers)).text, path).toBe(answers.get(path));
      }
      const headers = { 'x-replay-id': service.begin(caseOf('/read')), 'x-replay-mock': 'on' };
      const { text } = await app.get('/unknown', headers);
      expect(text).toContain("code: 'P1001'");
      expect(text).toContain(`Can't reach database server at 127.0.0.1:${server.port}`);
      expect(app.output()).not.toContain('replay agent');
    } finally {
      await app.stop();
    }
  });
});
