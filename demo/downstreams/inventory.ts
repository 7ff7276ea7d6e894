import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { productOf } from '../shop/catalogue.ts';
import { closeServer } from '../shop/close-server.ts';
import type { Downstream } from './orders-database.ts';

/** Starts the inventory service, which the shop asks for its stock, on a free loopback port. */
export function startInventory(): Promise<Downstream> {
  const inventory = new Hono();
  inventory.get('/stock/:id', ({ req, json }) => {
    const product = productOf(req.param('id'));
    return product ? json({ pieces: product.inStock, warehouse: product.warehouse }) : json({ error: 'unknown' }, 404);
  });
  inventory.post('/reservations', async ({ req, json }) => {
    const { items } = await req.json();
    return json({ reservationId: randomUUID(), items: items.length }, 201);
  });
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: inventory.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => closeServer(server) }),
    );
    server.once('error', reject);
  });
}
