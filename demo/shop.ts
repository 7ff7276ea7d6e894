import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { ShopBuild } from './shop-builds.ts';
import { customerRoutes } from './shop-customer-routes.ts';
import { meta } from './shop-meta.ts';
import { publicRoutes } from './shop-public-routes.ts';
import { shopState } from './shop-state.ts';

/** A running shop. */
export interface Shop {
  url: string;
  close(): Promise<void>;
}

/** Starts one instance of the shop, with its own state, on a free loopback port. */
export function startShop(build: ShopBuild): Promise<Shop> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: application(build).fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => closed(server) }),
    ) as Server; // serve returns this type without TLS or HTTP/2 options
    server.once('error', reject);
  });
}

function application(build: ShopBuild): Hono {
  const state = shopState();
  const shop = new Hono();
  shop.route('/', publicRoutes(build));
  shop.route('/', customerRoutes(build, state));
  shop.notFound((context) => context.json({ error: 'there is no such page', meta: meta() }, 404));
  shop.onError((_fault, context) => context.json({ error: 'the shop failed', meta: meta() }, 500));
  return shop;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((fault) => (fault ? reject(fault) : resolve()));
    server.closeAllConnections();
  });
}
