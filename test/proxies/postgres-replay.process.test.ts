import pg from 'pg';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../proxies/postgres/start-postgres.ts';
import { hasNoPostgres, POSTGRES_USER, startPostgresServer } from '../support/real-servers/postgres.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { hasNoPython, runPython } from './clients/python.ts';
import { type DownstreamStage, downstreamStage } from './downstream-stage.ts';

const SCHEMA = `
  CREATE TABLE items (id serial PRIMARY KEY, name text UNIQUE, price numeric(10,2), at timestamptz, doc jsonb, raw bytea);
  INSERT INTO items (name, price, at, doc, raw) VALUES
    ('anvil', 12.50, '2026-01-02T03:04:05.678901Z', '{"kg": [1, 2.50]}', '\\x00ff80'), ('bolt', NULL, NULL, NULL, NULL);`;

const clientOf = async (port: number): Promise<pg.Client> => {
  const client = new pg.Client({ host: '127.0.0.1', port, ...POSTGRES_USER });
  await client.connect();
  return client;
};

/** What an application sees of each outcome. */
const outcome = (ask: Promise<unknown>) =>
  ask.then(
    (result) =>
      [result].flat().map((one) => {
        const { command, rowCount, rows, fields } = one as pg.QueryResult; // what pg resolves with
        return {
          command,
          rowCount,
          rows,
          fields: fields.map(({ name, dataTypeID, format }) => ({ name, dataTypeID, format })),
        };
      }),
    (fault: pg.DatabaseError) => ({ ...fault, message: fault.message }),
  );

/** Statements by `pg`: simple and extended protocol, named, binary, transactions, errors. */
async function byPg(port: number): Promise<unknown[]> {
  const client = await clientOf(port);
  const get = (name: string) => ({ name: 'get', text: 'SELECT * FROM items WHERE name = $1', values: [name] });
  const seen: unknown[] = [];
  const notices: unknown[] = [];
  client.on('notice', ({ code, message }) => notices.push({ code, message }));
  const statements: (string | pg.QueryConfig | [string, unknown[]])[] = [
    'SELECT * FROM items ORDER BY id',
    ['SELECT * FROM items WHERE name = $1', ['anvil']],
    get('anvil'),
    get('bolt'),
    get('nothing'),
    {
      text: `SELECT id, price, at, doc, raw, at::date AS day, at::timestamp AS moment, true AS yes, NULL::int AS none,
        -0.25::float8 AS part, 9007199254740993 AS large, -12345678.000900 AS exact, gen.id AS uuid, ARRAY[1,2] AS list
        FROM items, (SELECT '6f1c1b6e-0000-4000-8000-00000000abcd'::uuid AS id) gen WHERE name = $1`,
      values: ['anvil'],
      binary: true,
    } as pg.QueryConfig, // `binary` is missing in the types
    ['INSERT INTO items (name, price, doc) VALUES ($1, $2, $3) RETURNING id', ['crate', 7, { open: true }]],
    ['INSERT INTO items (name) VALUES ($1)', ['anvil']],
    ['SELECT $1::int / $2::int AS quotient', [1, 0]],
    'SELECT * FROM nowhere',
    ['SELECT * FROM nowhere WHERE id = $1', [1]],
    'BEGIN',
    ['UPDATE items SET price = price + 1 WHERE name = $1', ['anvil']],
    'SAVEPOINT first',
    'SELEC',
    'ROLLBACK TO SAVEPOINT first',
    'SELECT 1',
    ['SELECT price FROM items WHERE name = $1', ['anvil']],
    'COMMIT',
    "SET TIME ZONE 'UTC'",
    'SELECT 40; SELECT name FROM items ORDER BY name; DELETE FROM items WHERE price IS NULL',
    '',
    'SHOW server_version',
    `DO $$ BEGIN RAISE NOTICE 'noticed'; END $$`,
    'SELECT id, id FROM items ORDER BY id',
    'SELECT 1',
  ];
  for (const statement of statements)
    seen.push(await outcome(Array.isArray(statement) ? client.query(...statement) : client.query(statement)));
  const cursorRows = await suspended(client);
  await client.end();
  return [...seen, cursorRows, notices];
}

/** A portal that is read in parts, as cursors of drivers do. */
async function suspended(client: pg.Client): Promise<unknown> {
  return outcome(client.query({ text: 'SELECT name FROM items ORDER BY name', rows: 2 } as pg.QueryConfig)); // `rows` is missing in the types
}

/** Statements by `postgres`, which describes a statement before it binds parameters. */
async function byPostgres(port: number): Promise<unknown[]> {
  const sql = postgres({ host: '127.0.0.1', port, ...POSTGRES_USER, max: 1, onnotice: () => {} });
  const seen: unknown[] = [];
  const add = async (ask: () => Promise<unknown>) => {
    seen.push(
      await ask().then(
        (rows) => rows,
        (fault: unknown) => ({ ...Object(fault), query: null, stack: null }),
      ),
    );
  };
  await add(async () => [...(await sql`SELECT id, name, at, doc, raw FROM items WHERE name = ${'anvil'}`)]);
  await add(async () => [...(await sql`SELECT id FROM items WHERE id = ANY(${[1, 3]}) ORDER BY id`)]);
  await add(() => sql`SELECT * FROM nowhere WHERE id = ${1}`);
  await add(() =>
    sql.begin(async (transaction) => {
      await transaction`INSERT INTO items ${transaction({ name: 'dish', price: 2 })}`;
      return [...(await transaction`SELECT price FROM items WHERE name = ${'dish'}`)];
    }),
  );
  await add(() =>
    sql.begin(async (transaction) => {
      await transaction`UPDATE items SET price = 9`;
      throw new Error('changed its mind');
    }),
  );
  await add(async () => [...(await sql.unsafe('SELECT 5 AS five; SELECT 6 AS six'))]);
  await sql.end();
  return seen;
}

describe.skipIf(hasNoPostgres())('a PostgreSQL server that is switched off', () => {
  let server: RealServer;
  let stage: DownstreamStage;
  let recorded: { pg: unknown[]; postgres: unknown[]; python: unknown };
  const withPython = !hasNoPython('psycopg2');

  beforeAll(async () => {
    server = await startPostgresServer();
    stage = downstreamStage();
    const direct = await clientOf(server.port);
    await direct.query(SCHEMA);
    await direct.end();
    const { port } = await stage.record(startPostgres, `postgres://127.0.0.1:${server.port}/postgres`);
    recorded = {
      pg: await byPg(port),
      postgres: await byPostgres(port),
      python: withPython ? await runPython('postgres.py', port) : null,
    };
    await server.stop();
  });
  afterAll(() => stage.close());

  test('has every statement answered as it was recorded', async () => {
    const { port } = await stage.mock(startPostgres);
    expect(await byPg(port)).toEqual(recorded.pg);
    expect(await byPostgres(port)).toEqual(recorded.postgres);
    if (withPython) expect(await runPython('postgres.py', port)).toEqual(recorded.python);
    expect(stage.missed).toEqual([]);
  });

  test('has no calls for session statements, catalogs and settings', () => {
    const operations = stage.calls.map(({ call }) => call.operation);
    expect(operations).not.toEqual([]);
    expect(
      operations.filter((one) => /^(?:begin|commit|rollback|savepoint|set|show|select 1$)|pg_type/.test(one)),
    ).toEqual([]);
    expect(stage.startup.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining([
        'startup',
        'show server_version',
        expect.stringMatching(/pg_type/),
        expect.stringMatching(/^describe select/),
      ]),
    );
  });

  test('has texts, parameters, columns, rows and errors recorded', () => {
    const call = (operation: string) => stage.calls.find((one) => one.call.operation === operation)?.call;
    const inserted = call('insert into items(name, price, doc) values (?) returning id');
    expect(JSON.parse(inserted?.request ?? '')).toEqual({
      sql: 'INSERT INTO items (name, price, doc) VALUES ($1, $2, $3) RETURNING id',
      parameters: ['crate', '7', '{"open":true}'],
    });
    expect(JSON.parse(inserted?.response ?? '')).toMatchObject({
      command: 'INSERT',
      rowCount: 1,
      fields: [{ name: 'id', type: 23 }],
      rows: [{ id: '3' }],
    });
    const failed = call('insert into items(name) values (?)');
    expect(JSON.parse(failed?.error ?? '')).toMatchObject({
      code: '23505',
      constraint: 'items_name_key',
      table: 'items',
    });
  });

  test('has values that were recorded in binary answered as text, and the reverse', async () => {
    const { port } = await stage.mock(startPostgres);
    const client = await clientOf(port);
    const text = 'SELECT * FROM items WHERE name = $1';
    const binary = await client.query({ text, values: ['anvil'], binary: true } as pg.QueryConfig); // missing in the types
    expect(binary.fields.map(({ format }) => format)).toEqual([
      'binary',
      'binary',
      'binary',
      'binary',
      'binary',
      'binary',
    ]);
    expect(binary.rows[0]).toMatchObject({ id: 1, name: 'anvil', price: 12.51 });
    await client.end();
  });

  test('has a recording of another recorder with JSON values answered', async () => {
    stage.calls.push({
      correlation: null,
      call: {
        kind: 'database',
        target: 'db',
        operation: 'select * from users where id = ?',
        request: '{"sql":"SELECT * FROM users WHERE id = $1","parameters":["7"]}',
        response: JSON.stringify({
          command: 'SELECT',
          rowCount: 1,
          fields: [
            { name: 'id', type: 23 },
            { name: 'active', type: 'bool' },
            { name: 'tags', type: 'jsonb' },
          ],
          rows: [{ id: 7, active: true, tags: ['a'] }],
        }),
        error: null,
        durationMs: 1,
      },
    });
    const client = await clientOf((await stage.mock(startPostgres)).port);
    const { rows } = await client.query('SELECT * FROM users WHERE id = $1', [7]);
    expect(rows).toEqual([{ id: 7, active: true, tags: ['a'] }]);
    await client.end();
  });

  test('has a statement that was not recorded fail with an error that says why', async () => {
    const { port } = await stage.mock(startPostgres);
    const client = await clientOf(port);
    await expect(client.query('SELECT * FROM elsewhere WHERE id = $1', [1])).rejects.toMatchObject({
      code: '58000',
      message: expect.stringMatching(/^replay: .*NO_MATCH/),
    });
    await expect(client.query('COPY items TO STDOUT')).rejects.toMatchObject({
      code: '0A000',
      message: expect.stringMatching(/COPY/),
    });
    expect((await client.query('SELECT 1')).rows).toEqual([{ '?column?': 1 }]);
    await client.end();
  });
});
