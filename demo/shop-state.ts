import { createHash } from 'node:crypto';
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
  cart: Map<number, Line>;
  percentOff: number;
  orders: Order[];
}

/**
 * Creates the state of one instance of the shop. Tokens and order ids depend on the customer only, never on concurrent
 * customers: sessions that are replayed concurrently get the ids that they recorded.
 */
export function shopState() {
  const sessions = new Map<string, ShopSession>();

  return {
    login(customer: Customer): string {
      const token = createHash('sha256').update(`session of ${customer.name}`).digest('hex').slice(0, 40);
      sessions.set(token, { customer, cart: new Map(), percentOff: 0, orders: [] });
      return token;
    },

    sessionOf: (token: string): ShopSession | undefined => sessions.get(token),

    logout: (token: string): boolean => sessions.delete(token),

    /** Turns the cart into an order; undefined when it is empty. */
    checkout(session: ShopSession, payment: Pick<Order, 'placedAt' | 'paymentId'>): Order | undefined {
      if (session.cart.size === 0) return undefined;
      const order: Order = {
        id: session.customer.id * 1000 + session.orders.length + 1,
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
