import * as v from 'valibot';
import type { Answer, Visit, Visitor } from './visitor.ts';

const Tokens = v.object({ accessToken: v.string(), refreshToken: v.string(), expiresIn: v.number() });
const Products = v.object({ items: v.array(v.object({ id: v.string() })), nextCursor: v.nullable(v.string()) });
const Created = v.object({ id: v.string() });
const Placed = v.object({ id: v.string(), number: v.string() });
const Invoiced = v.object({ invoice: v.string() });

const read = <const S extends v.GenericSchema>(schema: S, { text }: Answer): v.InferOutput<S> =>
  v.parse(schema, JSON.parse(text));

/** The share of its lifetime after which a client renews a token. */
const RENEWED_AFTER = 0.6;

/** A shopping trip with a bearer token, which is renewed before it expires, and once for certain. */
export async function apiVisit({ send }: Visitor, user: number): Promise<void> {
  const email = `buyer${user}@shop.test`;
  let tokens = read(
    Tokens,
    await send(200, { method: 'POST', path: '/api/auth/login', json: { email, password: `pw of ${email}` } }),
  );
  let renewedAt = Date.now();

  async function renew(): Promise<void> {
    const { refreshToken } = tokens;
    tokens = read(Tokens, await send(200, { method: 'POST', path: '/api/auth/refresh', json: { refreshToken } }));
    renewedAt = Date.now();
  }
  async function call(expected: number, visit: Visit): Promise<Answer> {
    if (Date.now() - renewedAt > tokens.expiresIn * 1000 * RENEWED_AFTER) await renew();
    return send(expected, { ...visit, headers: { ...visit.headers, authorization: `Bearer ${tokens.accessToken}` } });
  }

  await call(200, { path: '/api/me' });
  const first = read(Products, await call(200, { path: '/api/products' }));
  const second = read(Products, await call(200, { path: `/api/products?cursor=${first.nextCursor}` }));
  const cart = read(Created, await call(201, { method: 'POST', path: '/api/carts' }));
  const lines = `/api/carts/${cart.id}/lines`;
  for (const [at, { id }] of [first.items[user % 8], second.items[user % 5]]
    .filter((one) => one !== undefined)
    .entries())
    await call(201, { method: 'POST', path: lines, json: { productId: id, quantity: 2 + at } });
  const third = { productId: first.items[0]?.id, quantity: 1 };
  const mistake = read(Created, await call(201, { method: 'POST', path: lines, json: third }));
  await call(204, { method: 'DELETE', path: `${lines}/${mistake.id}` });
  await call(200, { path: `/api/carts/${cart.id}/summary` });
  await renew();
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const order = read(
    Placed,
    await call(201, { method: 'POST', path: '/api/orders', headers, json: { cartId: cart.id } }),
  );
  const { invoice } = read(Invoiced, await call(200, { path: `/api/orders/${order.id}` }));
  await send(200, { path: invoice });
  await call(200, { path: `/api/orders/by-number/${order.number}` });
  await call(404, { path: `/api/orders/${crypto.randomUUID()}` });
  await call(204, { method: 'POST', path: '/api/auth/logout' });
}
