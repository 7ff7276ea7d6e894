import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { jwtVerify, SignJWT } from 'jose';
import type { ShopBuild } from './shop-build.ts';

interface Item {
  id: string;
  sku: string;
  price: number;
}

interface Cart {
  id: string;
  owner: string;
  lines: { id: string; item: Item; quantity: number }[];
}

interface Order {
  id: string;
  number: string;
  owner: string;
  total: number;
  placedAt: string;
}

const CATALOGUE = Array.from({ length: 23 }, (_, at) => ({ sku: `SKU-${100 + at}`, price: 5 + at }));

/**
 * JSON with bearer tokens: JWTs that expire soon, rotating refresh tokens, UUIDs, cursors, and signed download URLs.
 */
export function apiShop({ planted, firstId, tokenSeconds }: ShopBuild): Hono<{ Variables: { user: string } }> {
  const secret = randomBytes(32);
  const catalogue: Item[] = CATALOGUE.map((item) => ({ id: randomUUID(), ...item }));
  const refreshTokens = new Map<string, string>();
  const revoked = new Set<string>();
  const cursors = new Map<string, number>();
  const carts = new Map<string, Cart>();
  const orders = new Map<string, Order>();
  let lastNumber = firstId;

  async function tokensOf(user: string) {
    const refreshToken = randomBytes(30).toString('base64url');
    refreshTokens.set(refreshToken, user);
    const seconds = Date.now() / 1000;
    const accessToken = await new SignJWT({ name: user })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(user)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(secret);
    return { accessToken, refreshToken, expiresIn: tokenSeconds };
  }

  const totalOf = ({ lines }: Cart) => lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0);
  const view = ({ id, owner, lines }: Cart) => {
    const counted = planted.has('cart-total-ignores-quantity')
      ? lines.map((line) => ({ ...line, quantity: 1 }))
      : lines;
    return {
      id,
      lines: lines.map((line) => ({ id: line.id, productId: line.item.id, quantity: line.quantity })),
      total: totalOf({ id, owner, lines: counted }),
    };
  };
  const signed = (path: string, expires: number) =>
    createHmac('sha256', secret).update(`${path} ${expires}`).digest('hex');

  const shop = new Hono<{ Variables: { user: string } }>();

  shop.post('/auth/login', async (c) => {
    const { email, password } = await c.req.json();
    if (password !== `pw of ${email}`) return c.json({ error: 'wrong password' }, 401);
    return c.json({ ...(await tokensOf(email)), user: { email } });
  });
  shop.post('/auth/refresh', async (c) => {
    const { refreshToken } = await c.req.json();
    const user = refreshTokens.get(refreshToken);
    if (user === undefined || !refreshTokens.delete(refreshToken)) return c.json({ error: 'unknown token' }, 401);
    return c.json(await tokensOf(user));
  });
  shop.get('/files/:order', (c) => {
    const { expires = '', signature = '' } = c.req.query();
    const isSigned = signed(c.req.path, Number(expires)) === signature && Number(expires) > Date.now();
    const order = orders.get(c.req.param('order').replace(/\.txt$/, ''));
    return isSigned && order ? c.text(`Invoice of ${order.owner}: ${order.total} EUR`) : c.text('forbidden', 403);
  });

  shop.use(async (c, next) => {
    const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? '';
    // An unusable token is like none: the answer is 401.
    const verified = await jwtVerify(token, secret, { currentDate: new Date() }).catch(() => null);
    if (!verified?.payload.sub || revoked.has(String(verified.payload.jti)))
      return c.json({ error: 'token missing, expired or revoked' }, 401, { 'www-authenticate': 'Bearer' });
    c.set('user', verified.payload.sub);
    await next();
  });
  shop.get('/me', (c) => c.json({ email: c.get('user') }));
  shop.get('/products', (c) => {
    const { cursor } = c.req.query();
    const from = cursor === undefined ? 0 : cursors.get(cursor);
    if (from === undefined) return c.json({ error: 'unknown cursor' }, 400);
    const items = catalogue.slice(from, from + 8);
    const next = from + 8 < catalogue.length ? randomBytes(12).toString('base64url') : null;
    if (next !== null) cursors.set(next, from + 8);
    const shown = planted.has('price-is-text') ? items.map((one) => ({ ...one, price: `${one.price}` })) : items;
    return c.json({ items: shown, nextCursor: next });
  });
  shop.post('/carts', (c) => {
    const cart: Cart = { id: randomUUID(), owner: c.get('user'), lines: [] };
    carts.set(cart.id, cart);
    return c.json({ id: cart.id, lines: [] }, 201, { location: `/api/carts/${cart.id}` });
  });
  shop.use('/carts/:cart/*', async (c, next) => {
    if (carts.get(c.req.param('cart'))?.owner !== c.get('user')) return c.json({ error: 'no such cart' }, 404);
    await next();
  });
  shop.post('/carts/:cart/lines', async (c) => {
    const { productId, quantity } = await c.req.json();
    const item = catalogue.find(({ id }) => id === productId);
    const cart = carts.get(c.req.param('cart'));
    if (!item || !cart) return c.json({ error: 'no such product' }, 422);
    const line = { id: randomUUID(), item, quantity };
    cart.lines.push(line);
    return c.json({ id: line.id, quantity }, 201);
  });
  shop.delete('/carts/:cart/lines/:line', (c) => {
    const cart = carts.get(c.req.param('cart'));
    const at = cart?.lines.findIndex(({ id }) => id === c.req.param('line')) ?? -1;
    if (at < 0) return c.json({ error: 'no such line' }, 404);
    cart?.lines.splice(at, 1);
    return c.body(null, 204);
  });
  shop.get('/carts/:cart/summary', (c) => {
    const cart = carts.get(c.req.param('cart'));
    return cart ? c.json(view(cart)) : c.json({ error: 'no such cart' }, 404);
  });
  shop.post('/orders', async (c) => {
    const cart = carts.get((await c.req.json()).cartId);
    if (cart?.owner !== c.get('user')) return c.json({ error: 'no such cart' }, 404);
    const total = totalOf(cart);
    const placedAt = new Date().toISOString();
    const order: Order = { id: randomUUID(), number: `ORD-${++lastNumber}`, owner: cart.owner, total, placedAt };
    orders.set(order.id, order);
    return c.json({ id: order.id, number: order.number, status: 'placed', placedAt }, 201);
  });
  shop.get('/orders/:order', (c) => {
    const order = orders.get(c.req.param('order'));
    if (order?.owner !== c.get('user')) return c.json({ error: 'no such order' }, 404);
    const path = `/api/files/${order.id}.txt`;
    const expires = Date.now() + 60_000;
    return c.json({ ...order, invoice: `${path}?expires=${expires}&signature=${signed(path, expires)}` });
  });
  shop.get('/orders/by-number/:number', (c) => {
    const order = [...orders.values()].find(({ number }) => number === c.req.param('number'));
    return order?.owner === c.get('user') ? c.json(order) : c.json({ error: 'no such order' }, 404);
  });
  shop.post('/auth/logout', async (c) => {
    const { payload } = await jwtVerify(c.req.header('authorization')?.slice('Bearer '.length) ?? '', secret);
    revoked.add(String(payload.jti));
    return c.body(null, 204);
  });
  return shop;
}
