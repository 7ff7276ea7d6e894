import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ShopBuild } from './builds.ts';
import type { ShopCache, ShopSession } from './cache.ts';
import { CUSTOMERS, productOf } from './catalogue.ts';
import type { Line, ShopDatabase } from './database.ts';
import type { InventoryClient } from './inventory-client.ts';
import { meta } from './meta.ts';
import { unknownProduct } from './public-routes.ts';
import { cartView, orderView, pageOf } from './views.ts';

const HOUR_MS = 3_600_000;
const ORDERS_PER_PAGE = 5;

interface CustomerDownstreams {
  database: ShopDatabase;
  cache: ShopCache;
  inventory: InventoryClient;
}

/** Routes that require a login: cart, checkout, orders. */
export function customerRoutes(
  { account, invoice, reservesStock, maxOrders }: ShopBuild,
  { database, cache, inventory }: CustomerDownstreams,
): Hono {
  const shop = new Hono();

  /** The response of a route that requires a session; 401 without one. */
  const asCustomer = (answer: (session: ShopSession, context: Context) => Response | Promise<Response>) => {
    return async (context: Context) => {
      const session = await cache.session(tokenOf(context));
      return session ? answer(session, context) : context.json({ error: 'please log in', meta: meta() }, 401);
    };
  };

  async function linesOf(cartId: string): Promise<Line[]> {
    const quantities = await cache.cart(cartId);
    return [...quantities].flatMap(([productId, quantity]) => {
      const product = productOf(String(productId));
      return product ? [{ productId, quantity, title: product.title, cents: product.cents }] : [];
    });
  }

  const cartOf = async (session: ShopSession) => ({
    ...cartView(session, await linesOf(session.cartId)),
    meta: meta(),
  });

  shop.post('/login', async (context) => {
    const { name, code } = await context.req.json();
    const customer = CUSTOMERS.find((one) => one.name === name && one.code === code);
    if (!customer) return context.json({ error: 'name or code is wrong', meta: meta() }, 401);
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    return context.json({ token: await cache.login(customer.id), expiresAt, meta: meta() });
  });

  shop.post('/logout', async (context) =>
    context.json({ loggedOut: await cache.logout(tokenOf(context)), meta: meta() }),
  );

  shop.get(
    '/account',
    asCustomer(({ customerId }, { json }) => {
      const customer = CUSTOMERS.find(({ id }) => id === customerId);
      return customer ? json({ ...account(customer), meta: meta() }) : json({ error: 'gone', meta: meta() }, 410);
    }),
  );

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
      const lines = await linesOf(cartId);
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

const tokenOf = ({ req }: Context): string => (req.header('authorization') ?? '').replace(/^Bearer /, '');

const unknownOrder = () => ({ error: 'there is no such order', meta: meta() });
