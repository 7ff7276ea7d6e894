import { Redis } from 'ioredis';
import pg from 'pg';
import postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { cliStage } from '../../cli/cli-stage.ts';
import { type RunningCommand, startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { hasNoPostgres, POSTGRES_USER, startPostgresServer } from '../../support/real-servers/postgres.ts';
import { hasNoRedis, startRedisServer } from '../../support/real-servers/redis.ts';

const { staged, target, cleanUps } = cliStage();

describe.skipIf(hasNoPostgres() || hasNoRedis())('replay record and replay mock', () => {
  test('replay an application while its database and its cache are down', async () => {
    const stage = await staged();
    const [database, cache] = [await startPostgresServer(), await startRedisServer()];
    const off = () => Promise.all([database.stop(), cache.stop()]);
    cleanUps.push(off);
    const direct = new pg.Client({ host: '127.0.0.1', port: database.port, ...POSTGRES_USER });
    await direct.connect();
    await direct.query(
      `CREATE TABLE items (id serial PRIMARY KEY, name text); INSERT INTO items (name) VALUES ('anvil')`,
    );
    await direct.end();

    const [listen, db, redis] = [await freePort(), await freePort(), await freePort()];
    const account = { host: '127.0.0.1', port: db, ...POSTGRES_USER };
    const application = await target(({ url }, response) => {
      const answer = async () => {
        const pool = new pg.Pool({ ...account, max: 2 });
        const sql = postgres({ ...account, max: 1 });
        const client = new Redis({ host: '127.0.0.1', port: redis });
        const id = Number(url.slice(1));
        const { rows } = await pool.query({
          name: 'all',
          text: 'SELECT * FROM items WHERE id <= $1 ORDER BY id',
          values: [id],
        });
        const [added] = await sql.begin(
          async (tx) => tx`INSERT INTO items (name) VALUES (${`item ${id}`}) RETURNING id`,
        );
        const failed = await pool.query('INSERT INTO items (id) VALUES (1)').catch(({ code }) => code);
        const visits = await client.multi().incr('visits').get('visits').exec();
        client.disconnect();
        await Promise.all([pool.end(), sql.end()]);
        json(response, { rows, added, failed, visits });
      };
      answer().catch(() => json(response, {}, 500));
    });
    const shared = [
      ...['--app-id', 'shop', '--downstream', `db=postgres://127.0.0.1:${database.port}/postgres`],
      ...['--downstream', `cache=redis://127.0.0.1:${cache.port}`, '--downstream-port', `db=${db}`],
      ...['--downstream-port', `cache=${redis}`, '--json'],
    ];
    const start = async (...args: string[]): Promise<RunningCommand> => {
      const command = startReplay([...args, ...shared], stage.env);
      cleanUps.push(() => command.child.kill('SIGKILL'));
      await command.said('Ctrl-C ends it.');
      return command;
    };
    const ended = async ({ child, ended: end }: RunningCommand) => {
      child.kill('SIGINT');
      const { code, stdout, stderr } = await end;
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };

    /** What the application does when it starts. */
    const migrate = async () => {
      const client = new pg.Client(account);
      await client.connect();
      await client.query('CREATE TABLE IF NOT EXISTS visitors (name text)');
      await client.end();
    };

    const recording = await start('record', '--target', application, '--listen', String(listen));
    await migrate();
    for (const id of [1, 2, 3]) {
      const answer = await fetch(`http://127.0.0.1:${listen}/${id}`);
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        {
          failed: '23505',
          visits: [
            [null, id],
            [null, String(id)],
          ],
        },
      ]);
    }
    expect(await ended(recording)).toMatchObject({ recorded: 3, stored: 3, strayCalls: 0, startupCalls: 1 });

    await off();
    await fetch(`${stage.url}/api/apps/shop/settings`, {
      method: 'PUT',
      headers: { 'x-api-key': stage.env.SVC_TOKEN ?? '', 'content-type': 'application/json' },
      body: JSON.stringify({ mocks: { correlation: 'single' }, replay: { concurrency: 1 } }),
    });
    const mock = await start('mock');
    await migrate();
    const run = await replay(
      ['trigger', '--app-id', 'shop', '--target-env', application, '--wait', '--json'],
      stage.env,
    );
    expect(JSON.parse(run.stdout), run.stderr).toMatchObject({ totalCases: 3, failedCases: 0 });
    // Of each case three statements and three commands, and the one of the start.
    expect(await ended(mock)).toMatchObject({ answered: 19, missed: 0, passedThrough: 0 });
  });
});
