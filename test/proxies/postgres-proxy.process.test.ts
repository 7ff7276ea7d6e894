import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPostgres } from '../../proxies/postgres/start-postgres.ts';
import { PATIENCE } from '../support/patience.ts';
import { hasNoPostgres, POSTGRES_USER, startPostgresServer } from '../support/real-servers/postgres.ts';
import { isMissing } from '../support/real-servers/programs.ts';
import { type RealServer, unprivileged } from '../support/real-servers/server-process.ts';
import { type DownstreamStage, downstreamStage } from './downstream-stage.ts';

const TRACE = 'b'.repeat(32);
const COMMENT = `/*db_driver='pg',traceparent='00-${TRACE}-${'c'.repeat(16)}-01'*/`;

/** The part of pg that writes messages. */
interface PgConnection {
  parse(message: { name: string; text: string; types: number[] }): void;
  bind(message: { values: string[] }): void;
  execute(message: object): void;
  sync(): void;
}

const noted = () => {};

/** Executes statements as one pipeline, which pg has no function for; resolves after its end. */
async function pipeline(client: pg.Client, send: (connection: PgConnection) => void): Promise<void> {
  const ended = once(client, 'drain');
  client.query({
    submit: (connection: PgConnection) => {
      send(connection);
      connection.sync();
      return null;
    },
    ...{ handleRowDescription: noted, handleDataRow: noted, handleCommandComplete: noted, handleError: noted },
    handleReadyForQuery: noted,
  } as unknown as pg.Query); // what pg calls of a query
  await ended;
}

describe.skipIf(hasNoPostgres())('the proxy of a PostgreSQL server', () => {
  let server: RealServer;
  let stage: DownstreamStage;
  const clients: pg.Client[] = [];
  const connect = async (port: number, options: pg.ClientConfig = {}) => {
    const client = new pg.Client({ host: '127.0.0.1', port, ...POSTGRES_USER, ...options });
    clients.push(client);
    await client.connect();
    return client;
  };
  const url = () => `postgres://${POSTGRES_USER.user}:${POSTGRES_USER.password}@127.0.0.1:${server.port}/postgres`;

  beforeAll(async () => {
    server = await startPostgresServer();
    const client = await connect(server.port);
    await client.query('CREATE TABLE items (id serial PRIMARY KEY, name text UNIQUE)');
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    stage = downstreamStage();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
    await stage.close();
  });

  describe('in a recording', () => {
    test('finds the request of a call by its SQL comment, which is not kept', async () => {
      const clues: unknown[] = [];
      stage.correlation = (given) => {
        clues.push(given.traceparent);
        return given.traceparent ? { traceId: TRACE } : null;
      };
      const client = await connect((await stage.record(startPostgres, url())).port);
      await client.query(`SELECT name FROM items WHERE id = $1 ${COMMENT}`, [1]);
      await stage.settled();
      expect(clues).toEqual([`00-${TRACE}-${'c'.repeat(16)}-01`]);
      expect(stage.calls).toMatchObject([
        {
          correlation: { traceId: TRACE },
          call: { request: '{"sql":"SELECT name FROM items WHERE id = $1","parameters":["1"]}' },
        },
      ]);
    });

    test('finds the request of a call in a transaction by the beginning of the transaction', async () => {
      let underWay: string | null = 'first';
      stage.correlation = () => (underWay === null ? null : { traceId: underWay });
      const client = await connect((await stage.record(startPostgres, url())).port);
      await client.query('BEGIN');
      underWay = null;
      await client.query("INSERT INTO items (name) VALUES ('in')");
      await client.query('ROLLBACK');
      underWay = 'second';
      await client.query('SELECT name FROM items');
      await stage.settled();
      expect(stage.calls.map(({ correlation }) => correlation)).toEqual([{ traceId: 'first' }, { traceId: 'second' }]);
    });

    test('notes each statement of a pipeline, and only the first one that fails', async () => {
      const client = await connect((await stage.record(startPostgres, url())).port);
      await pipeline(client, (connection) => {
        for (const id of ['1', '0', '2']) {
          connection.parse({ name: '', text: 'SELECT 10 / $1::int AS part', types: [] });
          connection.bind({ values: [id] });
          connection.execute({});
        }
      });
      await stage.settled();
      expect(
        stage.calls.map(({ call }) => [JSON.parse(call.request).parameters, call.error && JSON.parse(call.error).code]),
      ).toEqual([
        [['1'], null],
        [['0'], '22012'],
      ]);
    });

    test('passes COPY and too large statements on, and leaves them out with a message', async () => {
      const client = await connect((await stage.record(startPostgres, url(), { maxBodyBytes: 4_096 })).port);
      const longest = await client.query('SELECT repeat($1, 4000) AS text', ['x']);
      expect(longest.rows[0].text).toHaveLength(4_000);
      const { rows } = await client.query('SELECT repeat($1, 9000) AS text', ['x']);
      expect(rows[0].text).toHaveLength(9_000);
      expect((await client.query('SELECT length($1) AS length', ['y'.repeat(9_000)])).rows).toEqual([
        { length: 9_000 },
      ]);
      expect((await client.query('SELECT 7 AS seven')).rows).toEqual([{ seven: 7 }]);
      await stage.settled();
      expect(stage.calls.map(({ call }) => call.operation)).toEqual(['select ? as seven']);
      expect(stage.said).toEqual(['db: a call larger than 4 KiB was passed on and left out']);
    });

    test('says in the protocol that it has no TLS', async () => {
      const { port } = await stage.record(startPostgres, url());
      await expect(connect(port, { ssl: { rejectUnauthorized: false } })).rejects.toThrow(/does not support SSL/);
      clients.pop();
      expect(stage.said).toEqual(['db: a client asked for TLS; this proxy has none']);
    });

    test('passes on the answer of the real server to a wrong password', async () => {
      const { port } = await stage.record(startPostgres, url());
      await expect(connect(port, { password: 'wrong' })).rejects.toMatchObject({ code: '28P01' });
      clients.pop();
    });

    test('answers with an error if the real server is not reached', async () => {
      const { port } = await stage.record(startPostgres, 'postgres://127.0.0.1:1/');
      await expect(connect(port)).rejects.toMatchObject({ code: '08006' });
      clients.pop();
    });
  });

  describe.skipIf(isMissing('TLS towards PostgreSQL', 'openssl', 'psql'))('towards a server with TLS', () => {
    const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    beforeAll(async () => {
      const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'];
      const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', certificate, ...subject];
      execFileSync('openssl', made, { stdio: 'pipe' });
      const { uid, gid = uid } = unprivileged('postgres');
      if (uid !== undefined && gid !== undefined)
        for (const path of [folder, key, certificate]) chownSync(path, uid, gid);
      const client = await connect(server.port);
      await client.query(`ALTER SYSTEM SET ssl_cert_file = '${certificate}'`);
      await client.query(`ALTER SYSTEM SET ssl_key_file = '${key}'`);
      await client.query('ALTER SYSTEM SET ssl = on');
      await client.query('SELECT pg_reload_conf()');
      await vi.waitUntil(async () => (await client.query('SHOW ssl')).rows[0]?.ssl === 'on', PATIENCE);
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    test.for<[reached: boolean, query: string, why?: string]>([
      [true, 'sslmode=require'],
      [true, 'sslmode=prefer'],
      [true, `sslmode=verify-full&sslrootcert=${certificate}`],
      [false, 'sslmode=verify-full'],
      [false, `sslmode=require&sslrootcert=${certificate}.none`, 'the file of sslrootcert cannot be read (ENOENT)'],
    ])('is reached (%s) with %s', async ([isReached, query, why = 'the real server was not reached']) => {
      const { port } = await stage.record(startPostgres, `postgres://localhost:${server.port}/postgres?${query}`);
      // libpq refuses the channel binding that a server with TLS offers, without TLS on its own side.
      const account = `host=127.0.0.1 port=${port} user=shop password=wire-secret dbname=postgres sslmode=disable`;
      const asked = promisify(execFile)('psql', [
        account,
        '-Atc',
        'SELECT ssl, 6 FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      ]);
      if (isReached) expect((await asked).stdout).toBe('t|6\n');
      else await expect(asked).rejects.toThrow(why);
      await stage.settled();
      expect(stage.calls).toHaveLength(isReached ? 1 : 0);
    });
  });

  describe('in a replay', () => {
    test('accepts any password, and reports the settings of the recorded server', async () => {
      const recorded = await connect((await stage.record(startPostgres, url())).port);
      const version = (recorded as unknown as { serverVersion?: string }).serverVersion;
      const client = await connect((await stage.mock(startPostgres)).port, { password: 'any', user: 'someone' });
      expect((client as unknown as { serverVersion?: string }).serverVersion).toBe(version);
      expect((await client.query('SELECT 1')).rows).toHaveLength(1);
    });

    test('makes a call for real if that is allowed, in a separate transaction', async () => {
      stage.onMiss = 'passThrough';
      const { port } = await stage.mock(startPostgres, url());
      const client = await connect(port);
      await client.query('BEGIN');
      expect((await client.query("INSERT INTO items (name) VALUES ('real') RETURNING name")).rows).toEqual([
        { name: 'real' },
      ]);
      await expect(client.query('SELECT * FROM items WHERE id = $1', ['none'])).rejects.toMatchObject({
        code: '22P02',
      });
      await expect(client.query('SELECT name FROM items')).rejects.toMatchObject({ code: '25P02' });
      await client.query('ROLLBACK');
      expect((await client.query('SELECT name FROM items WHERE name = $1', ['real'])).rows).toEqual([]);
      await stage.settled();
      expect(stage.calls.map(({ call }) => [call.operation, call.error && JSON.parse(call.error).code])).toEqual([
        ['insert into items(name) values (?) returning name', null],
        ['select * from items where id = ?', '22P02'],
        ['select name from items where name = ?', null],
      ]);
    });

    test('answers a COMMIT with the error of the real server, which checks a constraint then', async () => {
      stage.onMiss = 'passThrough';
      const direct = await connect(server.port);
      await direct.query('CREATE TABLE IF NOT EXISTS seats (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
      const client = await connect((await stage.mock(startPostgres, url())).port);
      const twice = async () => {
        await client.query('BEGIN');
        for (let n = 0; n < 2; n++) await client.query('INSERT INTO seats (id) VALUES (1)');
      };
      await twice();
      await expect(client.query('COMMIT')).rejects.toMatchObject({ code: '23505' });
      await twice();
      const prepared = { name: 'commit', text: 'COMMIT' };
      await expect(client.query(prepared)).rejects.toMatchObject({ code: '23505' });
      // It is over all the same.
      await client.query('INSERT INTO seats (id) VALUES (2)');
      expect((await direct.query('SELECT id FROM seats')).rows).toEqual([{ id: 2 }]);
    });

    test('rolls back at a COMMIT after a call without an answer', async () => {
      stage.onMiss = 'passThrough';
      const client = await connect((await stage.mock(startPostgres, url())).port);
      await client.query('BEGIN');
      await client.query("INSERT INTO items (name) VALUES ('half')");
      stage.onMiss = 'fail';
      await expect(client.query('SELECT count(*) FROM items')).rejects.toMatchObject({ code: '58000' });
      expect((await client.query('COMMIT')).command).toBe('ROLLBACK');
      const direct = await connect(server.port);
      expect((await direct.query("SELECT FROM items WHERE name = 'half'")).rowCount).toBe(0);
    });

    test('makes calls for real in the session of the client: settings, savepoints, prepared statements', async () => {
      stage.onMiss = 'passThrough';
      const start = { options: '-c lock_timeout=1234', statement_timeout: 54_321, fallback_application_name: 'a b' };
      const client = await connect((await stage.mock(startPostgres, url())).port, start);
      await client.query("SET search_path TO public, 'of the client'");
      await client.query('PREPARE twice(int) AS SELECT $1 * 2 AS n');
      await client.query('BEGIN');
      await client.query('SAVEPOINT a');
      await client.query("INSERT INTO items (name) VALUES ('undone')");
      await expect(client.query('SELECT 1/0')).rejects.toMatchObject({ code: '22012' });
      await client.query('ROLLBACK TO a');
      expect((await client.query("SELECT name FROM items WHERE name = 'undone'")).rows).toEqual([]);
      await client.query('COMMIT');
      expect((await client.query('EXECUTE twice(21)')).rows).toEqual([{ n: 42 }]);
      const names = "unnest(ARRAY['search_path', 'lock_timeout', 'statement_timeout', 'application_name']) AS name";
      const settings = await client.query(`SELECT current_setting(name) AS value FROM ${names}`);
      expect(settings.rows.map(({ value }) => value)).toEqual(['public, "of the client"', '1234ms', '54321ms', 'a b']);
    });

    test('makes no call for real if the file of sslrootcert cannot be read', async () => {
      stage.onMiss = 'passThrough';
      const { port } = await stage.mock(startPostgres, `${url()}?sslmode=verify-full&sslrootcert=/none`);
      await expect((await connect(port)).query('SELECT 2')).rejects.toThrow('sslrootcert cannot be read (ENOENT)');
    });
  });
});
