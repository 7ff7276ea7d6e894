import { type Connection, createConnection, type ResultSetHeader } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startMysql } from '../../proxies/mysql/start-mysql.ts';
import { hasNoMariadb, MARIADB_USER, startMariadbServer } from '../support/real-servers/mariadb.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { hasNoPython, runPython } from './clients/python.ts';
import { type DownstreamStage, downstreamStage } from './downstream-stage.ts';

const SCHEMA = `
  CREATE TABLE items (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(100) UNIQUE, price DECIMAL(10,2), at DATETIME(3),
    made DATE, took TIME(6), ratio FLOAT, exact DOUBLE, large BIGINT UNSIGNED, small TINYINT, yr YEAR, doc JSON, raw BLOB,
    kind ENUM('a','b'), seen TIMESTAMP NULL) CHARACTER SET utf8mb4;
  INSERT INTO items (name, price, at, made, took, ratio, exact, large, small, yr, doc, raw, kind, seen) VALUES
    ('anvil', 12.50, '2026-01-02 03:04:05.678', '2026-01-02', '-30:01:02.5', 1.1, -0.25, 18446744073709551615, -5, 2026,
     '{"kg": 1}', X'00FF80', 'b', '2026-01-02 03:04:05'),
    ('bölt', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    ('cord', 0, '2026-01-02 00:00:00', '0000-00-00', '00:00:00', 0, 0, 0, 0, 0, '[]', '', 'a', NULL);`;

const clientOf = (port: number, options: object = {}): Promise<Connection> =>
  createConnection({
    host: '127.0.0.1',
    port,
    ...MARIADB_USER,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
    ...options,
  });

/** What an application sees of each outcome. */
const outcome = (ask: Promise<[unknown, unknown]>) =>
  ask.then(
    ([rows, fields]) => ({
      rows,
      fields: [fields]
        .flat()
        .map((field) => field && (({ name, columnType, flags }) => ({ name, columnType, flags }))(Object(field))),
    }),
    (fault: { errno?: number; sqlState?: string; sqlMessage?: string }) => [
      fault.errno,
      fault.sqlState,
      fault.sqlMessage,
    ],
  );

/** Statements by `mysql2`: text and binary protocol, several results, transactions, errors. */
async function byMysql2(port: number): Promise<unknown[]> {
  const client = await clientOf(port);
  const seen: unknown[] = [];
  const query = async (sql: string, values?: unknown[]) => seen.push(await outcome(client.query(sql, values)));
  const execute = async (sql: string, values: (string | number | bigint | null | Buffer | Date)[] = []) =>
    seen.push(await outcome(client.execute(sql, values)));
  await query("SET sql_mode = ''");
  await query('SELECT * FROM items ORDER BY id');
  await execute('SELECT * FROM items ORDER BY id');
  await execute('SELECT * FROM items WHERE name = ? AND price > ?', ['anvil', 1]);
  await execute('SELECT * FROM items WHERE name = ? AND price > ?', ['bölt', 1]);
  await execute('INSERT INTO items (name, price, raw) VALUES (?, ?, ?)', ['dish', 7.25, Buffer.from([0, 255])]);
  await execute('INSERT INTO items (name) VALUES (?)', ['anvil']);
  await query('INSERT INTO items (name) VALUES (?)', ["it's"]);
  await query('SELECT LAST_INSERT_ID() AS id');
  await query('UPDATE items SET price = price + 1 WHERE price IS NOT NULL');
  await query('SELECT * FROM nowhere');
  await execute('SELECT * FROM nowhere WHERE id = ?', [1]);
  await execute('SELECT ? AS text, ? AS number, ? AS nothing', ['x', 5, null]);
  await client.beginTransaction();
  await execute('UPDATE items SET price = 1 WHERE name = ?', ['anvil']);
  await query('SELECT price FROM items WHERE name = ?', ['anvil']);
  await client.rollback();
  await query('SELECT price FROM items WHERE name = ?', ['anvil']);
  await query('SELECT 2 AS two; UPDATE items SET price = 2; SELECT name FROM items ORDER BY name');
  await query('SELECT 3 AS three; SELECT * FROM nowhere');
  await query('SELECT 1');
  await execute('SELECT 1');
  await query('SELECT @@version_comment AS comment');
  await query('SELECT id, id FROM items ORDER BY id');
  await client.ping();
  await client.unprepare('SELECT * FROM items WHERE name = ? AND price > ?');
  await execute('SELECT * FROM items WHERE name = ? AND price > ?', ['cord', -1]);
  await client.changeUser({ ...MARIADB_USER });
  await query('SELECT name FROM items WHERE id = 1');
  await client.end();
  return seen;
}

describe.skipIf(hasNoMariadb())('a MariaDB server', () => {
  let server: RealServer;
  let stage: DownstreamStage;
  const withPython = !hasNoPython('pymysql');
  const url = () => `mysql://${MARIADB_USER.user}:${MARIADB_USER.password}@127.0.0.1:${server.port}/shop`;

  beforeAll(async () => {
    server = await startMariadbServer();
    const direct = await clientOf(server.port);
    await direct.query(`SET sql_mode = ''; ${SCHEMA}`);
    await direct.end();
  });

  describe('behind the proxy', () => {
    const clients: Connection[] = [];
    const connect = async (port: number, options = {}) => {
      const client = await clientOf(port, options);
      clients.push(client);
      return client;
    };
    beforeEach(() => {
      stage = downstreamStage();
    });
    afterEach(async () => {
      for (const client of clients.splice(0)) client.destroy();
      await stage.close();
    });

    test('finds the request of a call by SQL comment and by transaction', async () => {
      stage.correlation = ({ traceparent }) => (traceparent ? { traceId: traceparent } : null);
      const client = await connect((await stage.record(startMysql, url())).port);
      await client.query("START TRANSACTION /*traceparent='00-ab-cd-01'*/");
      await client.query('SELECT name FROM items WHERE id = 1');
      await client.query('COMMIT');
      await client.execute("SELECT price FROM items WHERE id = ? /*traceparent='00-ef-cd-01'*/", [1]);
      await client.query('SELECT id FROM items WHERE id = 1');
      await stage.settled();
      expect(stage.calls.map(({ call, correlation }) => [JSON.parse(call.request), correlation])).toEqual([
        [{ sql: 'SELECT name FROM items WHERE id = 1', parameters: [] }, { traceId: '00-ab-cd-01' }],
        [{ sql: 'SELECT price FROM items WHERE id = ?', parameters: [1] }, { traceId: '00-ef-cd-01' }],
        [{ sql: 'SELECT id FROM items WHERE id = 1', parameters: [] }, null],
      ]);
    });

    test('leaves out what is too large, and pairs the following calls with their results', async () => {
      const client = await connect((await stage.record(startMysql, url(), { maxBodyBytes: 4_096 })).port);
      const [rows] = await client.query("SELECT REPEAT('x', 9000) AS text");
      expect(rows).toMatchObject([{ text: 'x'.repeat(9_000) }]);
      await client.query(`SELECT LENGTH('${'y'.repeat(9_000)}') AS length`);
      await client.query('SELECT 7 AS seven');
      await stage.settled();
      expect(stage.calls.map(({ call }) => call.operation)).toEqual(['select ? as seven']);
      expect(stage.said).toEqual(['db: a call larger than 4 KiB was passed on and left out']);
    });

    test('offers no TLS and no compression', async () => {
      const { port } = await stage.record(startMysql, url());
      await expect(connect(port, { ssl: {} })).rejects.toThrow(/secure connection/);
      const client = await connect(port, { compress: true });
      expect((await client.query('SELECT 8 AS eight'))[0]).toEqual([{ eight: 8 }]);
      await stage.settled();
      expect(stage.calls).toHaveLength(1);
    });

    test('passes on the answer of the real server to a wrong password', async () => {
      const { port } = await stage.record(startMysql, url());
      await expect(connect(port, { password: 'wrong' })).rejects.toMatchObject({ errno: 1045 });
    });

    test('answers with an error if the real server is not reached', async () => {
      const { port } = await stage.record(startMysql, 'mysql://127.0.0.1:1/');
      await expect(connect(port)).rejects.toMatchObject({ errno: 1129 });
    });

    test('makes calls for real if that is allowed', async () => {
      stage.onMiss = 'passThrough';
      const client = await connect((await stage.mock(startMysql, url())).port);
      const [rows] = await client.execute('SELECT name, price FROM items WHERE id = ?', [1]);
      expect(rows).toEqual([{ name: 'anvil', price: '12.50' }]);
      const [changed] = await client.query<ResultSetHeader>("UPDATE items SET price = 12.5 WHERE name = 'anvil'");
      expect(changed.affectedRows).toBe(1);
      await expect(client.query('SELECT * FROM nowhere')).rejects.toMatchObject({ errno: 1146, sqlState: '42S02' });
      expect((await client.query('SELECT 4 AS four; SELECT 5 AS five'))[0]).toEqual([[{ four: 4 }], [{ five: 5 }]]);
      await stage.settled();
      expect(stage.calls).toHaveLength(4);
    });

    test('rolls back with the client, also calls made for real', async () => {
      stage.onMiss = 'passThrough';
      const client = await connect((await stage.mock(startMysql, url())).port);
      const price = async () => (await client.query("SELECT price FROM items WHERE name = 'anvil'"))[0];
      const raise = () => client.query("UPDATE items SET price = price + 1 WHERE name = 'anvil'");
      const before = await price();
      await client.beginTransaction();
      await client.query('SAVEPOINT a');
      await raise();
      await client.query('ROLLBACK TO a');
      expect(await price()).toEqual(before);
      await raise();
      await client.rollback();
      expect(await price()).toEqual(before);
      await client.query('SET autocommit = 0');
      await raise();
      await client.query('ROLLBACK');
      expect(await price()).toEqual(before);
    });
  });

  describe('that is switched off', () => {
    let recorded: { mysql2: unknown[]; python: unknown };
    beforeAll(async () => {
      stage = downstreamStage();
      const { port } = await stage.record(startMysql, url());
      recorded = { mysql2: await byMysql2(port), python: withPython ? await runPython('mysql.py', port) : null };
      await server.stop();
    });
    afterAll(() => stage.close());

    test('answers every statement as it was recorded', async () => {
      const { port } = await stage.mock(startMysql);
      expect(await byMysql2(port)).toEqual(recorded.mysql2);
      if (withPython) expect(await runPython('mysql.py', port)).toEqual(recorded.python);
      expect(stage.missed).toEqual([]);
    });

    test('has texts, parameters, columns, rows and errors recorded', () => {
      const calls = stage.calls.map(({ call }) => call);
      const executed = calls.find(({ request }) => request.includes('"dish"'));
      expect(JSON.parse(executed?.request ?? '')).toEqual({
        sql: 'INSERT INTO items (name, price, raw) VALUES (?, ?, ?)',
        parameters: ['dish', 7.25, { base64: 'AP8=' }],
      });
      expect(JSON.parse(executed?.response ?? '')).toMatchObject({ rowCount: 1, insertId: 4 });
      const selected = calls.filter(({ operation }) => operation === 'select * from items order by id');
      // The text and the binary protocol are recorded alike.
      expect(JSON.parse(selected[1]?.response ?? '').rows).toEqual(JSON.parse(selected[0]?.response ?? '').rows);
      expect(JSON.parse(selected[0]?.response ?? '').rows[0]).toMatchObject({
        id: '1',
        price: '12.50',
        at: '2026-01-02 03:04:05.678',
        took: '-30:01:02.500000',
        ratio: '1.1',
        large: '18446744073709551615',
        raw: { base64: 'AP+A' },
      });
      expect(JSON.parse(calls.find(({ error }) => error?.includes('1062'))?.error ?? '')).toMatchObject({
        code: 1062,
        sqlState: '23000',
      });
      const operations = new Set(calls.map(({ operation }) => operation));
      for (const session of [
        'set sql_mode = ?',
        'start transaction',
        'commit',
        'rollback',
        'select @@version_comment as comment',
      ])
        expect(operations).not.toContain(session);
    });

    test('answers a text recording to a prepared statement, and accepts any password', async () => {
      const { port } = await stage.mock(startMysql);
      const client = await clientOf(port, { user: 'someone', password: 'else' });
      const [rows] = await client.execute('SELECT name FROM items WHERE id = 1');
      expect(rows).toEqual([{ name: 'anvil' }]);
      await client.end();
    });

    test('fails a statement that was not recorded, with an error that says why', async () => {
      const { port } = await stage.mock(startMysql);
      const client = await clientOf(port);
      await expect(client.query('SELECT * FROM elsewhere')).rejects.toMatchObject({
        errno: 1105,
        sqlMessage: expect.stringMatching(/^replay: .*NO_MATCH/),
      });
      await expect(client.query('LOAD DATA INFILE "x" INTO TABLE items')).rejects.toMatchObject({ errno: 1235 });
      expect((await client.query('SELECT 1'))[0]).toEqual([{ 1: 1 }]);
      await client.end();
    });
  });
});
