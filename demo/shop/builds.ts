import type { Customer } from './catalogue.ts';
import type { Order } from './database.ts';
import type { Stock } from './inventory-client.ts';
import { linesView, totalsOf } from './views.ts';

/** What differs between builds of the shop; all other code is shared. */
export interface ShopBuild {
  /** Price of a parcel in cents. */
  shippingCents(weightKg: number): number;
  availability(stock: Stock): object;
  account(customer: Customer): object;
  /** The invoice as plain text. */
  invoice(order: Order): string;
  /** Whether a checkout reserves its products in the inventory. */
  reservesStock: boolean;
  /** Maximum orders that the list of orders reads. */
  maxOrders: number;
}

const HEAVY_KG = 10;

/** The production build: its responses are the recording. */
const v1: ShopBuild = {
  shippingCents: (weightKg) => 490 + weightKg * 80 + (weightKg > HEAVY_KG ? 1500 : 0),
  availability: ({ pieces, warehouse }) => ({ inStock: pieces > 0, pieces, warehouse }),
  account: ({ id, name, tier, city }) => ({ id, name, tier, delivery: { city, instructions: null } }),
  invoice: ({ id, lines, percentOff }) =>
    [
      `Invoice ${id}`,
      ...linesView(lines).map(({ quantity, title, lineTotal }) => `${quantity} x ${title}  ${lineTotal.toFixed(2)}`),
      `Total ${totalsOf(lines, percentOff).total.toFixed(2)}`,
    ].join('\n'),
  reservesStock: true,
  maxOrders: 5,
};

/** The next build, with six unannounced changes (`PLANTED_CHANGES` lists what a replay must find). */
const v2: ShopBuild = {
  ...v1,
  shippingCents: (weightKg) => 490 + weightKg * 80,
  availability: ({ pieces }) => ({ inStock: pieces > 0, pieces }),
  account: (customer) => ({ ...v1.account(customer), loyaltyPoints: customer.id * 10 }),
  invoice() {
    throw new Error('the invoice template is missing');
  },
  reservesStock: false,
  maxOrders: 500,
};

/** The builds by name. */
export const BUILDS = { v1, v2 } as const;
