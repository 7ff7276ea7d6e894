import { join } from 'node:path';
import type { Downstream } from '../downstreams/orders-database.ts';
import { startProcess } from './child-process.ts';

const SHOP = join(import.meta.dirname, '../shop/serve-shop.ts');

/** What the shop calls. */
export interface Downstreams {
  database: Downstream;
  cache: Downstream;
  inventory: Downstream;
}

export interface ShopStart {
  build: 'v1' | 'v2';
  /** The agent records the shop, and answers its calls while it is replayed. */
  agent: { folder: string; service: string; appId: string; key: string };
  downstreams: Downstreams;
  running: AsyncDisposableStack;
}

/** Starts one instance of the shop with the agent as a child process; resolves with its address when it listens. */
export async function startShopProcess({ build, agent, downstreams, running }: ShopStart): Promise<{
  url: string;
}> {
  const { database, cache, inventory } = downstreams;
  const shop = startProcess(['--import', join(agent.folder, 'register.mjs'), SHOP], {
    running,
    env: {
      ...process.env,
      SVC_URL: agent.service,
      REPLAY_APP: agent.appId,
      SVC_TOKEN: agent.key,
      REPLAY_MODE: build === 'v1' ? 'record' : 'replay',
      REPLAY_TARGETS: [`cache=${hostOf(cache)}`, `inventory=${hostOf(inventory)}`].join(),
      SHOP_BUILD: build,
      DATABASE_URL: database.url,
      CACHE_URL: cache.url,
      INVENTORY_URL: inventory.url,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  shop.child.once('message', ({ url }: { url: string }) => resolve(url));
  shop.child.once('exit', () => reject(new Error(`the shop did not start:\n${shop.output()}`)));
  return { url: await promise };
}

const hostOf = ({ url }: Downstream): string => new URL(url).host;
