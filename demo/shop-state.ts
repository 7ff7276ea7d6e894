import { createHash } from 'node:crypto';
import type { Customer, Product } from './shop-catalogue.ts';

/** One product in a cart or an order. */
export interface Line {
  product: Product;
  quantity: number;
}

/** What a customer bought. */
export interface Order {
  id: number;
  lines: readonly Line[];
  percentOff: number;
  placedAt: string;
  paymentId: string;
}

/** A logged-in customer with what only that customer sees. */
export interface ShopSession {
  customer: Customer;
  cart: Map<number, Line>;
  percentOff: number;
  orders: Order[];
}

/**
 * What one instance of the shop remembers. Tokens and order ids depend on the customer only, never on what other customers
 * do at the same time: sessions that are replayed side by side meet the ids that they recorded.
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

/** What `shopState` makes. */
export type ShopState = ReturnType<typeof shopState>;
