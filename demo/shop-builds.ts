import type { Customer, Product } from './shop-catalogue.ts';
import type { Order } from './shop-state.ts';
import { linesView, totalsOf } from './shop-views.ts';

/** What differs between builds of the shop; all other code is shared. */
export interface ShopBuild {
  version: 'v1' | 'v2';
  /** Price of a parcel in cents. */
  shippingCents(weightKg: number): number;
  availability(product: Product): object;
  account(customer: Customer): object;
  /** The invoice as plain text. */
  invoice(order: Order): string;
}

const HEAVY_KG = 10;

/** The production build: its responses are the recording. */
export const v1: ShopBuild = {
  version: 'v1',
  shippingCents: (weightKg) => 490 + weightKg * 80 + (weightKg > HEAVY_KG ? 1500 : 0),
  availability: ({ inStock, warehouse }) => ({ inStock: inStock > 0, pieces: inStock, warehouse }),
  account: ({ id, name, tier, city }) => ({ id, name, tier, delivery: { city, instructions: null } }),
  invoice: ({ id, lines, percentOff }) =>
    [
      `Invoice ${id}`,
      ...linesView(lines).map(({ quantity, title, lineTotal }) => `${quantity} x ${title}  ${lineTotal.toFixed(2)}`),
      `Total ${totalsOf(lines, percentOff).total.toFixed(2)}`,
    ].join('\n'),
};

/** The next build, with four unannounced changes (`PLANTED_CHANGES` lists what a replay must find). */
export const v2: ShopBuild = {
  ...v1,
  version: 'v2',
  shippingCents: (weightKg) => 490 + weightKg * 80,
  availability: ({ inStock }) => ({ inStock: inStock > 0, pieces: inStock }),
  account: (customer) => ({ ...v1.account(customer), loyaltyPoints: customer.id * 10 }),
  invoice() {
    throw new Error('the invoice template is missing');
  },
};
