import { randomBytes, randomUUID } from 'node:crypto';
import type { ShopSession } from '../shop/cache.ts';
import { PRODUCTS, productOf } from '../shop/catalogue.ts';
import type { ListedProduct, Order } from '../shop/database.ts';
import type { ShopParts } from '../shop/open-shop.ts';

/** Orders are numbered by customer, as an invoice is a text in which no value can be mapped. */
const FIRST_ORDER = 20_000_000;
const ORDERS_OF_CUSTOMER = 1000;

const listed = ({ id, title, category, cents, weightKg, description }: ListedProduct): ListedProduct => ({
  id,
  title,
  category,
  cents,
  weightKg,
  description,
});

/** A database, a cache and an inventory in memory: the sample shop needs no other process. */
export function memoryParts(): ShopParts {
  const orders = new Map<number, Order>();
  const sessions = new Map<string, ShopSession>();
  const carts = new Map<string, Map<number, number>>();
  const cartOf = (cartId: string) => {
    const cart = carts.get(cartId) ?? new Map<number, number>();
    carts.set(cartId, cart);
    return cart;
  };

  return {
    database: {
      products: async (page, size) => ({
        items: PRODUCTS.slice((page - 1) * size, page * size).map(listed),
        total: PRODUCTS.length,
      }),
      product: async (id) => PRODUCTS.filter((product) => product.id === id).map(listed)[0],
      search: async (text) => PRODUCTS.filter(({ title }) => title.toLowerCase().includes(text)).map(listed),
      async placeOrder(order) {
        const earlier = [...orders.values()].filter(({ customerId }) => customerId === order.customerId).length;
        const placed = { ...order, id: FIRST_ORDER + order.customerId * ORDERS_OF_CUSTOMER + earlier };
        orders.set(placed.id, placed);
        return placed;
      },
      orders: async (customerId, limit) =>
        [...orders.values()].filter((order) => order.customerId === customerId).slice(0, limit),
      async order(customerId, id) {
        const order = orders.get(id);
        return order?.customerId === customerId ? order : undefined;
      },
      close: async () => {},
    },
    cache: {
      async login(customerId) {
        const token = randomBytes(20).toString('hex');
        sessions.set(token, { customerId, cartId: randomUUID(), percentOff: 0 });
        return token;
      },
      session: async (token) => sessions.get(token),
      async update(token, session) {
        sessions.set(token, session);
      },
      logout: async (token) => sessions.delete(token),
      cart: async (cartId) => new Map(cartOf(cartId)),
      async put(cartId, productId, quantity) {
        cartOf(cartId).set(productId, quantity);
      },
      remove: async (cartId, productId) => cartOf(cartId).delete(productId),
      async empty(cartId) {
        carts.delete(cartId);
      },
      close: () => {},
    },
    inventory: {
      async stock(productId) {
        const product = productOf(String(productId));
        if (product === undefined) throw new Error('the inventory does not know this product');
        return { pieces: product.inStock, warehouse: product.warehouse };
      },
      reserve: async () => {},
    },
  };
}
