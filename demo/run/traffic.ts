import * as v from 'valibot';
import { CUSTOMERS, type Customer, PRODUCTS } from '../shop/catalogue.ts';
import type { ClientRequest, Visitor } from './visitor.ts';

const LoggedIn = v.object({ token: v.string() });
const Cart = v.object({ cartId: v.string() });
const Placed = v.object({ orderId: v.number() });

const ANONYMOUS_REQUESTS: readonly ClientRequest[] = [
  ...[1, 2, 3, 4, 5].map((page) => get(`/products?page=${page}&size=10`)),
  ...PRODUCTS.filter(({ id }) => id % 2 === 0).map(({ id }) => get(`/products/${id}`)),
  ...PRODUCTS.filter(({ id }) => id % 5 === 0).map(({ id }) => get(`/products/${id}/reviews`)),
  ...['mug', 'OAK', 'glass', 'nothing%20like%20it'].map((text) => get(`/search?q=${text}`)),
  ...[1, 4, 9, 12, 16, 25].map((weightKg) => get(`/shipping/quote?weightKg=${weightKg}`)),
  ...['/health', '/terms', '/categories'].map(get),
  // Errors in real traffic are recorded, too.
  get('/products/999'),
  get('/products/999/reviews'),
  get('/products?page=0'),
  get('/shipping/quote?weightKg=heavy'),
  get('/cart'),
  { method: 'POST', path: '/login', body: { name: 'ada', code: 'guessed' } },
];

/** Visits every page of the shop: anonymous requests concurrently, each customer step by step. */
export async function sendTraffic(client: Visitor): Promise<void> {
  await Promise.all([...ANONYMOUS_REQUESTS.map(client.send), ...CUSTOMERS.map((customer) => shopAs(customer, client))]);
}

/** Login, cart, checkout: every request needs the ones before it, with the token and the ids that they returned. */
async function shopAs({ id, name, code }: Customer, { send }: Visitor): Promise<void> {
  const { token } = v.parse(LoggedIn, (await send(post('/login', { name, code }))).json);
  const buy = (productId: number) => send({ ...post('/cart/items', { productId, quantity: 1 + (id % 3) }), token });

  await send({ ...get('/account'), token });
  await buy(id);
  await buy(id + 12);
  await buy(900 + id);
  await send({ method: 'DELETE', path: `/cart/items/${id}`, token });
  await buy(id + 24);
  await send({ method: 'PUT', path: '/cart/coupon', body: { coupon: id % 2 ? 'SPRING10' : 'EXPIRED' }, token });
  const { cartId } = v.parse(Cart, (await send({ ...get('/cart'), token })).json);
  const checkOut = () => send({ ...post('/checkout', { cartId }), token });
  const { orderId } = v.parse(Placed, (await checkOut()).json);
  await checkOut();
  await send({ ...get(`/orders/${orderId}`), token });
  await send({ ...get(`/orders/${orderId}/invoice`), token });
  await send({ ...get('/orders/12345678'), token });
  await send({ ...get('/orders?page=1'), token });
  await send({ ...post('/logout', {}), token });
  await send({ ...get('/account'), token });
}

function get(path: string): ClientRequest {
  return { method: 'GET', path };
}

function post(path: string, body: object): ClientRequest {
  return { method: 'POST', path, body };
}
