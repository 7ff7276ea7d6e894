import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../agent/build.ts';
import { openPageStage, type PageStage } from '../support/docs/page-stage.ts';
import { hasNoPostgres, POSTGRES_USER, startPostgresServer } from '../support/real-servers/postgres.ts';
import { isMissing } from '../support/real-servers/programs.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';

/** What the tutorials have npm install. */
const PACKAGES = [join(import.meta.dirname, '../node_modules'), join(import.meta.dirname, '../../node_modules')];
/** The ports of these tutorials, beside that of the database. */
const PORTS = [3000, 3001, 4000, 8080, 8091, 8092, 15_432, 15_433];

let database: RealServer | null = null;
let stage: PageStage | null = null;

beforeAll(async () => {
  if (hasNoPostgres()) return;
  database = await startPostgresServer();
  const { user, password, database: name } = POSTGRES_USER;
  stage = await openPageStage(new Map([[5432, database.port], ...PORTS.map((port) => [port, null] as const)]), {
    PGHOST: '127.0.0.1',
    PGUSER: user,
    PGPASSWORD: password,
    PGDATABASE: name,
  });
});

afterAll(async () => {
  await stage?.close();
  await database?.stop();
});

/** Runs a page; its only finding is this row. */
async function runPage(page: string, calls: number, row: RegExp): Promise<string> {
  if (stage === null) throw new Error('no service was started');
  const { code, output } = await stage.run(page);
  expect(code, output).toBe(0);
  expect(output).toContain(`downstream calls: answered from recordings: ${calls} calls`);
  expect(output).toMatch(row);
  expect(output.match(/^(?:needs action|to review) /gm), output).toHaveLength(1);
  return output;
}

const runs = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const hasPhp = runs('php', '-r', 'exit(extension_loaded("pdo_pgsql") ? 0 : 1);');
const hasDjango = runs('/usr/bin/python3', '-c', 'import django, psycopg2');
const hasJava = runs('java', '-version') && existsSync('/usr/share/java/postgresql.jar');

describe.skipIf(hasNoPostgres() || isMissing('PostgreSQL', 'psql'))('a page of docs/tutorials with PostgreSQL', () => {
  test('finds the changed total with expired tokens and no database: express-postgres.md', async () => {
    const modules = join(stage?.folder ?? '', 'node_modules');
    mkdirSync(modules, { recursive: true });
    for (const name of ['express', 'pg', 'jsonwebtoken'])
      symlinkSync(PACKAGES.map((folder) => join(folder, name)).find(existsSync) ?? name, join(modules, name));
    await buildAgent(join(modules, 'replay-regression-agent'));
    const output = await runPage(
      'express-postgres.md',
      2,
      /^needs action {2}FIELD_VALUE {2}total {2}GET \/orders {2}1 of 1/m,
    );
    expect(output).toContain('{"id":3,"item":"tea","price":200}],"total":600');
  });

  test.skipIf(!hasPhp)('finds the changed total, and leaves the table as it is: php-postgres.md', async () => {
    const output = await runPage(
      'php-postgres.md',
      3,
      /^needs action {2}FIELD_VALUE {2}total {2}GET \/cart {2}1 of 1/m,
    );
    expect(output).toContain('"total":420}');
    expect(output.trim().split('\n').at(-1)).toBe('2');
  });

  test.skipIf(!hasDjango)(
    'sends the token of the replayed form, and finds the changed name: django-postgres.md',
    async () => {
      await runPage('django-postgres.md', 3, /^to review {2}FIELD_VALUE {2}html\.ul\.li\.b {2}GET \/ +1 of 2/m);
    },
  );

  test.skipIf(!hasJava)(
    'answers statements and calls of Java, and finds the changed amount: java-jdbc.md',
    async () => {
      const output = await runPage(
        'java-jdbc.md',
        4,
        /^needs action {2}FIELD_VALUE {2}dollars {2}GET \/invoices\/\{id\} {2}2 of 2/m,
      );
      expect(output).toContain('{"id":1,"dollars":133.78}{"id":2,"dollars":10.83}');
    },
  );
});
