import { Hono } from 'hono';
import type { ShopBuild } from './builds.ts';
import type { ShopCache } from './cache.ts';
import { customerOf } from './customer-session.ts';
import type { ShopDatabase } from './database.ts';
import { meta } from './meta.ts';
import { orderView, pageOf } from './views.ts';

const ORDERS_PER_PAGE = 5;

/** Routes of placed orders. */
export function orderRoutes(
  { invoice, maxOrders }: ShopBuild,
  { database, cache }: { database: ShopDatabase; cache: ShopCache },
): Hono {
  const shop = new Hono();
  const asCustomer = customerOf(cache);

  shop.get(
    '/orders',
    asCustomer(async ({ customerId }, { req, json }) => {
      const orders = await database.orders(customerId, maxOrders);
      const page = Number(req.query('page') ?? 1);
      const start = (page - 1) * ORDERS_PER_PAGE;
      const shown = orders.slice(start, start + ORDERS_PER_PAGE).map(orderView);
      const list = pageOf('/orders', shown, { page, size: ORDERS_PER_PAGE, total: orders.length });
      return json({ ...list, meta: meta() });
    }),
  );

  shop.get(
    '/orders/:id',
    asCustomer(async ({ customerId }, { req, json }) => {
      const order = await database.order(customerId, Number(req.param('id')));
      return order ? json({ ...orderView(order), meta: meta() }) : json(unknownOrder(), 404);
    }),
  );

  shop.get(
    '/orders/:id/invoice',
    asCustomer(async ({ customerId }, { req, json, text }) => {
      const order = await database.order(customerId, Number(req.param('id')));
      return order ? text(invoice(order)) : json(unknownOrder(), 404);
    }),
  );

  return shop;
}

const unknownOrder = () => ({ error: 'there is no such order', meta: meta() });
