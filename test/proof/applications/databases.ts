import pg from 'pg';
import { POSTGRES_USER, startPostgresServer } from '../../support/real-servers/postgres.ts';
import { startRedisServer } from '../../support/real-servers/redis.ts';
import { listens } from './start-application.ts';

/** A PostgreSQL and a Redis server with nothing in them. */
export interface Databases {
  databaseUrl: string;
  redisPort: number;
  /** Stops both; resolves when neither port accepts a connection any more. */
  stop(): Promise<void>;
}

export async function startDatabases(name: string): Promise<Databases> {
  const postgres = await startPostgresServer();
  const redis = await startRedisServer();
  const { user, password, database } = POSTGRES_USER;
  const login = `postgres://${user}:${password}@127.0.0.1:${postgres.port}`;
  const client = new pg.Client(`${login}/${database}`);
  await client.connect();
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  await client.end();
  return {
    databaseUrl: `${login}/${name}`,
    redisPort: redis.port,
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
      for (const port of [postgres.port, redis.port])
        if (await listens(port)) throw new Error(`port ${port} of a stopped database still accepts connections`);
    },
  };
}
