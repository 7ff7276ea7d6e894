import { BUILDS } from './builds.ts';
import { startShop } from './shop.ts';

/**
 * One instance of the shop as a process of its own: build and addresses come from the environment, its own address goes
 * to the parent process.
 */
const { SHOP_BUILD, DATABASE_URL, CACHE_URL, INVENTORY_URL } = process.env;
if (!DATABASE_URL || !CACHE_URL || !INVENTORY_URL)
  throw new Error('DATABASE_URL, CACHE_URL or INVENTORY_URL is missing');

const shop = await startShop(SHOP_BUILD === 'v2' ? BUILDS.v2 : BUILDS.v1, {
  databaseUrl: DATABASE_URL,
  cacheUrl: CACHE_URL,
  inventoryUrl: INVENTORY_URL,
});
process.send?.({ url: shop.url });
process.once('SIGTERM', () => {
  shop.close().finally(() => process.exit());
});
