import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Customer, Product } from './shop-catalogue.ts';

/** One product in a cart or an order. */
export interface Line {
  product: Product;
  quantity: number;
}

/** An order of a customer. */
export interface Order {
  id: number;
  lines: readonly Line[];
  percentOff: number;
  placedAt: string;
  paymentId: string;
}

/** A logged-in customer with their cart and orders. */
export interface ShopSession {
  customer: Customer;
  cartId: string;
  cart: Map<number, Line>;
  percentOff: number;
  orders: Order[];
}

/** Ids of orders, so that a request for an unknown order never finds one. */
const ORDER_IDS = { from: 20_000_000, to: 100_000_000 };

/** Creates the state of one instance of the shop. Tokens and the ids of carts and orders are random in every instance. */
export function shopState() {
  const sessions = new Map<string, ShopSession>();
  const orderIds = new Set<number>();

  function newOrderId(): number {
    const id = randomInt(ORDER_IDS.from, ORDER_IDS.to);
    if (orderIds.has(id)) return newOrderId();
    orderIds.add(id);
    return id;
  }

  return {
    login(customer: Customer): string {
      const token = randomBytes(20).toString('hex');
      sessions.set(token, { customer, cartId: randomUUID(), cart: new Map(), percentOff: 0, orders: [] });
      return token;
    },

    sessionOf: (token: string): ShopSession | undefined => sessions.get(token),

    logout: (token: string): boolean => sessions.delete(token),

    /** Turns the cart into an order; undefined when it is empty. */
    checkout(session: ShopSession, payment: Pick<Order, 'placedAt' | 'paymentId'>): Order | undefined {
      if (session.cart.size === 0) return undefined;
      const order: Order = {
        id: newOrderId(),
        lines: [...session.cart.values()],
        percentOff: session.percentOff,
        ...payment,
      };
      session.orders.push(order);
      session.cart = new Map();
      session.percentOff = 0;
      return order;
    },
  };
}

/** The state that `shopState` creates. */
export type ShopState = ReturnType<typeof shopState>;
