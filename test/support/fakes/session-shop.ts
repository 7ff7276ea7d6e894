import type { IncomingMessage } from 'node:http';
import { seededRandom } from '../seeded-random.ts';
import { type Answer, json } from './recorded-target.ts';

/** What makes two builds of the shop issue other values. */
export interface ShopOptions {
  seed: number;
  /** The first number of every sequence. */
  firstId: number;
  /** The price of an order line. */
  price?: number;
}

/**
 * A small application with a login: bearer tokens and cookies, a CSRF field in HTML, sequence and UUID ids, pages by
 * cursor, ETags that changes must name, and signed links. What it issues is drawn from its seed.
 */
export function sessionShop({ seed, firstId, price = 5 }: ShopOptions): Answer {
  const next = seededRandom(seed);
  const hex = (length: number) => Array.from({ length }, () => '0123456789abcdef'[Math.floor(next() * 16)]).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  let sequence = firstId;
  const tokens = new Map<string, string>();
  const csrf = new Map<string, string>();
  const orders = new Map<string, { id: number; owner: string; note: string; etag: string }>();
  const carts = new Map<string, { id: string; items: string[] }>();
  const cursors = new Map<string, number>();
  const signatures = new Map<string, string>();

  return ({ method, url, headers, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://shop.test');
    const given = String(body) === '' || !/json/.test(headers['content-type'] ?? '') ? {} : JSON.parse(String(body));
    const refuse = (status: number) => json(response, { error: status }, status);

    if (`${method} ${pathname}` === 'POST /login') {
      const token = `tok_${hex(40)}`;
      tokens.set(token, given.user);
      response.setHeader('set-cookie', [`sid=${hex(32)}; Path=/; HttpOnly`, 'theme=dark; Path=/']);
      csrf.set(token, hex(32));
      return json(response, { token, user: { name: given.user } });
    }
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const owner = tokens.get(token);
    if (owner === undefined || !/sid=[0-9a-f]{32}/.test(cookieOf(headers))) return refuse(401);

    if (`${method} ${pathname}` === 'GET /form') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return response.end(`<html><form><input type="hidden" name="_csrf" value="${csrf.get(token)}"></form></html>`);
    }
    if (`${method} ${pathname}` === 'POST /profile') {
      const form = new URLSearchParams(String(body));
      return form.get('_csrf') === csrf.get(token) ? json(response, { saved: form.get('name') }) : refuse(403);
    }
    if (`${method} ${pathname}` === 'POST /orders') {
      const order = { id: sequence++, owner, note: given.note, etag: `"${hex(16)}"` };
      orders.set(String(order.id), order);
      response.setHeader('location', `/orders/${order.id}`);
      response.setHeader('etag', order.etag);
      return json(response, { id: order.id, owner, note: order.note, price }, 201);
    }
    if (`${method} ${pathname}` === 'GET /orders') {
      const from = searchParams.has('cursor') ? cursors.get(searchParams.get('cursor') ?? '') : 0;
      if (from === undefined) return refuse(400);
      const own = [...orders.values()].filter((one) => one.owner === owner);
      const cursor = `c_${hex(24)}`;
      cursors.set(cursor, from + 2);
      const items = own.slice(from, from + 2).map(({ id, note }) => ({ id, note }));
      return json(response, { items, next: from + 2 < own.length ? cursor : null });
    }
    const order = orders.get(/^\/orders\/(\d+)/.exec(pathname)?.[1] ?? '');
    if (pathname.startsWith('/orders/')) {
      if (order === undefined || order.owner !== owner) return refuse(404);
      if (pathname.endsWith('/link')) {
        const signature = hex(40);
        signatures.set(signature, pathname.replace('/link', '/file'));
        const expires = 1_700_000_000 + Math.floor(next() * 1_000_000);
        return json(response, { url: `/orders/${order.id}/file?expires=${expires}&signature=${signature}` });
      }
      if (pathname.endsWith('/file')) {
        return signatures.get(searchParams.get('signature') ?? '') === pathname
          ? json(response, { file: order.note })
          : refuse(403);
      }
      if (method === 'PUT') {
        if (headers['if-match'] !== order.etag) return refuse(412);
        order.note = given.note;
        order.etag = `"${hex(16)}"`;
      }
      response.setHeader('etag', order.etag);
      return json(response, { id: order.id, note: order.note, price, self: `/orders/${order.id}` });
    }
    if (`${method} ${pathname}` === 'POST /carts') {
      const cart = { id: uuid(), items: [] as string[] };
      carts.set(cart.id, cart);
      return json(response, cart, 201);
    }
    const cart = carts.get(pathname.split('/')[2] ?? '') ?? carts.get(given.cart?.id ?? '');
    if (cart === undefined) return refuse(404);
    if (method === 'POST') cart.items.push(String(given.product));
    return json(response, { cart: { id: cart.id, items: cart.items }, orderId: given.orderId ?? null });
  };
}

const cookieOf = (headers: IncomingMessage['headers']): string => headers.cookie ?? '';
