import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { createRequire } from 'node:module';

interface Request {
  body: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  params: Readonly<Record<string, string>>;
}
interface Response {
  status(code: number): Response;
  type(name: string): Response;
  json(value: unknown): void;
  send(text: string): void;
}
type Handler = (request: Request, response: Response, next: () => void) => void;
interface Application {
  use(handler: Handler): void;
  use(path: string, handler: Handler): void;
  get(path: string, handler: Handler): void;
  post(path: string, handler: Handler): void;
  listen(port: number, host: string): Server;
}
/** Express has no types of its own; these are what is used of it. */
const express: { (): Application; json(): Handler } = createRequire(import.meta.url)('express');

const PRODUCTS = ['mug', 'plate', 'bowl', 'spoon', 'kettle', 'tray'].map((name, at) => ({
  id: at + 1,
  name,
  cents: 450 + 325 * at,
}));
const PIECES = 3;
const DISCOUNT_FROM = 1000;

interface Order {
  id: string;
  placedAt: string;
  totalCents: number;
}

const PAGE = `<!doctype html><html lang="en"><title>My shop</title><script src="/app.js" defer></script>
<form><label>User <input name="user"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>
<button id="list">Products</button> <button id="order">Order</button> <p id="status">Welcome</p></html>`;

const SCRIPT = `let token = '';
const ask = async (method, path, body) => {
  const answer = await fetch(path, { method, headers: { 'content-type': 'application/json', authorization: 'Bearer ' + token }, body: body && JSON.stringify(body) });
  return answer.json();
};
const say = (text) => { document.querySelector('#status').textContent = text; };
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  ({ token } = await ask('POST', '/api/login', Object.fromEntries(form)));
  const { name } = await ask('GET', '/api/me');
  say('Signed in as ' + name);
});
document.querySelector('#list').addEventListener('click', async () => {
  const { items } = await ask('GET', '/api/products');
  say(items.length + ' products');
});
document.querySelector('#order').addEventListener('click', async () => {
  const { id } = await ask('POST', '/api/orders', { productId: 5 });
  const { totalCents } = await ask('GET', '/api/orders/' + id);
  say('Ordered for ' + totalCents);
});`;

/**
 * An Express application of a new user, as a process would serve it: a login with random tokens, a list in random
 * order, random ids and times. The build `v2` forgets the discount, which is the one true finding.
 */
export async function startOwnApplication(build: 'v1' | 'v2'): Promise<{ url: string; close(): Promise<void> }> {
  const tokens = new Set<string>();
  const orders = new Map<string, Order>();
  const app = express();
  app.use(express.json());
  app.get('/', (_, response) => void response.type('html').send(PAGE));
  app.get('/app.js', (_, response) => void response.type('js').send(SCRIPT));
  app.post('/api/login', ({ body }, response) => {
    if (body.user !== 'ann' || body.password !== 'correct horse')
      return void response.status(401).json({ error: 'no' });
    const token = randomUUID().replaceAll('-', '');
    tokens.add(token);
    response.json({ token, expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  });
  app.use('/api', ({ headers }, response, next) => {
    if (tokens.has((headers.authorization ?? '').slice('Bearer '.length))) return next();
    response.status(401).json({ error: 'sign in first' });
  });
  app.get('/api/me', (_, response) => void response.json({ name: 'Ann', lastSeenAt: new Date().toISOString() }));
  app.get('/api/products', (_, response) => {
    const items = PRODUCTS.map((product) => ({ product, at: Math.random() }))
      .sort((one, other) => one.at - other.at)
      .map(({ product }) => product);
    response.json({ items, servedAt: new Date().toISOString() });
  });
  app.post('/api/orders', ({ body }, response) => {
    const cents = (PRODUCTS.find(({ id }) => id === body.productId)?.cents ?? 0) * PIECES;
    const isDiscounted = build === 'v1' && cents >= DISCOUNT_FROM;
    const totalCents = isDiscounted ? cents * 0.9 : cents;
    const order = { id: randomUUID(), placedAt: new Date().toISOString(), totalCents };
    orders.set(order.id, order);
    response.status(201).json({ id: order.id, placedAt: order.placedAt });
  });
  app.get('/api/orders/:id', ({ params }, response) => {
    const order = orders.get(params.id ?? '');
    if (order === undefined) return void response.status(404).json({ error: 'unknown' });
    response.json(order);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the application has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
