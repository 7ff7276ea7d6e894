import type { ShopBuild } from './builds.ts';
import { shopCache } from './cache.ts';
import { shopDatabase } from './database.ts';
import { inventoryClient } from './inventory-client.ts';
import { openShop, type Shop } from './open-shop.ts';

/** Addresses of what the shop calls. */
export interface ShopDownstreams {
  databaseUrl: string;
  cacheUrl: string;
  inventoryUrl: string;
}

/** Starts one instance of the shop on a free loopback port. Its state lies in the database and the cache. */
export const startShop = (build: ShopBuild, { databaseUrl, cacheUrl, inventoryUrl }: ShopDownstreams): Promise<Shop> =>
  openShop(build, {
    database: shopDatabase(databaseUrl),
    cache: shopCache(cacheUrl),
    inventory: inventoryClient(inventoryUrl),
  });
