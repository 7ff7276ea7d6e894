import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { accountRoutes } from './account-routes.ts';
import type { ShopBuild } from './builds.ts';
import type { ShopCache } from './cache.ts';
import { cartRoutes } from './cart-routes.ts';
import { closeServer } from './close-server.ts';
import type { ShopDatabase } from './database.ts';
import type { InventoryClient } from './inventory-client.ts';
import { meta } from './meta.ts';
import { orderRoutes } from './order-routes.ts';
import { publicRoutes } from './public-routes.ts';

/** What one instance of the shop keeps its state in, and asks for its stock. */
export interface ShopParts {
  database: ShopDatabase;
  cache: ShopCache;
  inventory: InventoryClient;
}

/** A running shop. */
export interface Shop {
  url: string;
  close(): Promise<void>;
}

/** Serves one build of the shop on a free loopback port. */
export async function openShop(build: ShopBuild, { database, cache, inventory }: ShopParts): Promise<Shop> {
  const shop = new Hono();
  shop.route('/', publicRoutes(build, { database, inventory }));
  shop.route('/', accountRoutes(build, { cache }));
  shop.route('/', cartRoutes(build, { database, cache, inventory }));
  shop.route('/', orderRoutes(build, { database, cache }));
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
