import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { freePort } from '../../support/free-port.ts';

import { tinyRedis } from './tiny-redis.ts';

/** A database, a cache and a service that applications of tests call. */
export interface Downstreams {
  env: Record<string, string>;
  /** The same targets where nothing listens, as they are when everything is stopped. */
  stoppedEnv: Record<string, string>;
  /** Requests that the service received. */
  received: string[];
  stop(): Promise<void>;
}

const TABLES = `
  CREATE TABLE orders (id serial PRIMARY KEY, total numeric, at timestamptz DEFAULT now(), data jsonb, tags text[]);
  INSERT INTO orders (total, data, tags) VALUES (12.5, '{"a":1}', '{x,y}'), (7, NULL, NULL)`;

const environmentOf = ({ db, cache, inventory }: Record<'db' | 'cache' | 'inventory', number>) => ({
  DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${db}/postgres?sslmode=disable`,
  REDIS_URL: `redis://127.0.0.1:${cache}`,
  INVENTORY_URL: `http://127.0.0.1:${inventory}`,
  REPLAY_TARGETS: `db=127.0.0.1:${db},cache=127.0.0.1:${cache},inventory=127.0.0.1:${inventory}`,
});

/** Starts them on free ports. */
export async function startDownstreams(): Promise<Downstreams> {
  const received: string[] = [];
  const database = await PGlite.create();
  await database.exec(TABLES);
  const port = await freePort();
  const postgres = new PGLiteSocketServer({ db: database, port, host: '127.0.0.1', maxConnections: 20 });
  await postgres.start();
  const redis = await tinyRedis();
  let count = 0;
  const inventory = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.url === '/zip') {
      response.setHeader('content-encoding', 'gzip');
      response.end(gzipSync('{"zipped":true}'));
    } else response.end(JSON.stringify({ url: request.url, count: ++count }));
  });
  await new Promise<void>((resolve) => inventory.listen(0, '127.0.0.1', resolve));
  return {
    received,
    // It listens on TCP.
    env: environmentOf({ db: port, cache: redis.port, inventory: (inventory.address() as AddressInfo).port }),
    stoppedEnv: environmentOf({ db: await freePort(), cache: await freePort(), inventory: await freePort() }),
    stop: async () => {
      await postgres.stop();
      await database.close();
      await redis.close();
      inventory.closeAllConnections();
      await new Promise((resolve) => inventory.close(resolve));
    },
  };
}
