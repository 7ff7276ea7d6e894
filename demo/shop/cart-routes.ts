import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { ShopBuild } from './builds.ts';
import type { ShopCache, ShopSession } from './cache.ts';
import { productOf } from './catalogue.ts';
import { customerOf, tokenOf } from './customer-session.ts';
import type { Line, ShopDatabase } from './database.ts';
import type { InventoryClient } from './inventory-client.ts';
import { meta } from './meta.ts';
import { unknownProduct } from './public-routes.ts';
import { cartView, orderView } from './views.ts';

interface CartDownstreams {
  database: ShopDatabase;
  cache: ShopCache;
  inventory: InventoryClient;
}

/** Routes of the cart and of its checkout. */
export function cartRoutes({ reservesStock }: ShopBuild, { database, cache, inventory }: CartDownstreams): Hono {
  const shop = new Hono();
  const asCustomer = customerOf(cache);

  const cartOf = async (session: ShopSession) => ({
    ...cartView(session, await linesOf(cache, session.cartId)),
    meta: meta(),
  });

  shop.get(
    '/cart',
    asCustomer(async (session, { json }) => json(await cartOf(session))),
  );

  shop.post(
    '/cart/items',
    asCustomer(async (session, { req, json }) => {
      const { productId, quantity } = await req.json();
      const product = productOf(String(productId));
      if (!product) return json(unknownProduct(), 404);
      await cache.put(session.cartId, product.id, quantity);
      return json(await cartOf(session), 201);
    }),
  );

  shop.delete(
    '/cart/items/:id',
    asCustomer(async (session, { req, json }) => {
      if (!(await cache.remove(session.cartId, Number(req.param('id'))))) return json(unknownProduct(), 404);
      return json(await cartOf(session));
    }),
  );

  shop.put(
    '/cart/coupon',
    asCustomer(async (session, context) => {
      const { coupon } = await context.req.json();
      if (coupon !== 'SPRING10') return context.json({ error: 'there is no such coupon', meta: meta() }, 422);
      const changed = { ...session, percentOff: 10 };
      await cache.update(tokenOf(context), changed);
      return context.json(await cartOf(changed));
    }),
  );

  shop.post(
    '/checkout',
    asCustomer(async (session, context) => {
      const { json } = context;
      const { cartId } = await context.req.json();
      if (cartId !== session.cartId) return json({ error: 'there is no such cart', meta: meta() }, 404);
      const lines = await linesOf(cache, cartId);
      if (lines.length === 0) return json({ error: 'the cart is empty', meta: meta() }, 409);
      if (reservesStock) await inventory.reserve(lines.map(({ productId, quantity }) => ({ productId, quantity })));
      const { customerId, percentOff } = session;
      const payment = { placedAt: new Date().toISOString(), paymentId: randomUUID() };
      const order = await database.placeOrder({ customerId, lines, percentOff, ...payment });
      await cache.empty(cartId);
      await cache.update(tokenOf(context), { ...session, percentOff: 0 });
      return json({ ...orderView(order), meta: meta() }, 201);
    }),
  );

  return shop;
}

async function linesOf(cache: ShopCache, cartId: string): Promise<Line[]> {
  const quantities = await cache.cart(cartId);
  return [...quantities].flatMap(([productId, quantity]) => {
    const product = productOf(String(productId));
    return product ? [{ productId, quantity, title: product.title, cents: product.cents }] : [];
  });
}
