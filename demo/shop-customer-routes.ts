import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ShopBuild } from './shop-builds.ts';
import { CUSTOMERS } from './shop-catalogue.ts';
import { meta } from './shop-meta.ts';
import { productOf, unknownProduct } from './shop-public-routes.ts';
import type { ShopSession, ShopState } from './shop-state.ts';
import { cartView, orderView, pageOf } from './shop-views.ts';

const HOUR_MS = 3_600_000;

/** Routes that require a login: cart, checkout, orders. */
export function customerRoutes({ account, invoice }: ShopBuild, state: ShopState): Hono {
  const shop = new Hono();

  /** The response of a route that requires a session; 401 without one. */
  const asCustomer = (answer: (session: ShopSession, context: Context) => Response | Promise<Response>) => {
    return (context: Context) => {
      const session = state.sessionOf(tokenOf(context));
      return session ? answer(session, context) : context.json({ error: 'please log in', meta: meta() }, 401);
    };
  };

  shop.post('/login', async (context) => {
    const { name, code } = await context.req.json();
    const customer = CUSTOMERS.find((one) => one.name === name && one.code === code);
    if (!customer) return context.json({ error: 'name or code is wrong', meta: meta() }, 401);
    const expiresAt = new Date(Date.now() + HOUR_MS).toISOString();
    return context.json({ token: state.login(customer), expiresAt, meta: meta() });
  });

  shop.post('/logout', (context) => context.json({ loggedOut: state.logout(tokenOf(context)), meta: meta() }));

  shop.get(
    '/account',
    asCustomer(({ customer }, { json }) => json({ ...account(customer), meta: meta() })),
  );

  shop.get(
    '/cart',
    asCustomer((session, { json }) => json({ ...cartView(session), meta: meta() })),
  );

  shop.post(
    '/cart/items',
    asCustomer(async (session, { req, json }) => {
      const { productId, quantity } = await req.json();
      const product = productOf(String(productId));
      if (!product) return json(unknownProduct(), 404);
      session.cart.set(product.id, { product, quantity });
      return json({ ...cartView(session), meta: meta() }, 201);
    }),
  );

  shop.delete(
    '/cart/items/:id',
    asCustomer((session, { req, json }) => {
      if (!session.cart.delete(Number(req.param('id')))) return json(unknownProduct(), 404);
      return json({ ...cartView(session), meta: meta() });
    }),
  );

  shop.put(
    '/cart/coupon',
    asCustomer(async (session, { req, json }) => {
      const { coupon } = await req.json();
      if (coupon !== 'SPRING10') return json({ error: 'there is no such coupon', meta: meta() }, 422);
      session.percentOff = 10;
      return json({ ...cartView(session), meta: meta() });
    }),
  );

  shop.post(
    '/checkout',
    asCustomer(async (session, { req, json }) => {
      const { cartId } = await req.json();
      if (cartId !== session.cartId) return json({ error: 'there is no such cart', meta: meta() }, 404);
      const payment = { placedAt: new Date().toISOString(), paymentId: randomUUID() };
      const order = state.checkout(session, payment);
      if (!order) return json({ error: 'the cart is empty', meta: meta() }, 409);
      return json({ ...orderView(order), meta: meta() }, 201);
    }),
  );

  shop.get(
    '/orders',
    asCustomer(({ orders }, { req, json }) => {
      const page = pageOf('/orders', orders.map(orderView), Number(req.query('page') ?? 1), 5);
      return json({ ...page, meta: meta() });
    }),
  );

  shop.get(
    '/orders/:id',
    asCustomer(({ orders }, { req, json }) => {
      const order = orders.find(({ id }) => String(id) === req.param('id'));
      return order ? json({ ...orderView(order), meta: meta() }) : json(unknownOrder(), 404);
    }),
  );

  shop.get(
    '/orders/:id/invoice',
    asCustomer(({ orders }, { req, json, text }) => {
      const order = orders.find(({ id }) => String(id) === req.param('id'));
      return order ? text(invoice(order)) : json(unknownOrder(), 404);
    }),
  );

  return shop;
}

const tokenOf = ({ req }: Context): string => (req.header('authorization') ?? '').replace(/^Bearer /, '');

const unknownOrder = () => ({ error: 'there is no such order', meta: meta() });
