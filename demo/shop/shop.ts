import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { ShopBuild } from './builds.ts';
import { shopCache } from './cache.ts';
import { closeServer } from './close-server.ts';
import { customerRoutes } from './customer-routes.ts';
import { shopDatabase } from './database.ts';
import { inventoryClient } from './inventory-client.ts';
import { meta } from './meta.ts';
import { publicRoutes } from './public-routes.ts';

/** Addresses of what the shop calls. */
export interface ShopDownstreams {
  databaseUrl: string;
  cacheUrl: string;
  inventoryUrl: string;
}

/** A running shop. */
export interface Shop {
  url: string;
  close(): Promise<void>;
}

/** Starts one instance of the shop on a free loopback port. Its state lies in the database and the cache. */
export async function startShop(
  build: ShopBuild,
  { databaseUrl, cacheUrl, inventoryUrl }: ShopDownstreams,
): Promise<Shop> {
  const database = shopDatabase(databaseUrl);
  const cache = shopCache(cacheUrl);
  const inventory = inventoryClient(inventoryUrl);
  const shop = new Hono();
  shop.route('/', publicRoutes(build, { database, inventory }));
  shop.route('/', customerRoutes(build, { database, cache, inventory }));
  shop.notFound((context) => context.json({ error: 'there is no such page', meta: meta() }, 404));
  shop.onError((_fault, context) => context.json({ error: 'the shop failed', meta: meta() }, 500));
  const server = serve({ fetch: shop.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      await closeServer(server);
      cache.close();
      await database.close();
    },
  };
}
