import type { Line, Order, ShopSession } from './shop-state.ts';

/** Cents as an amount of money. */
export const money = (cents: number): number => Math.round(cents) / 100;

/** Lines of a cart or an order as the shop shows them. */
export const linesView = (lines: Iterable<Line>) =>
  [...lines].map(({ product, quantity }) => ({
    productId: product.id,
    title: product.title,
    quantity,
    unitPrice: money(product.cents),
    lineTotal: money(product.cents * quantity),
  }));

/** Totals of a cart or an order. */
export function totalsOf(lines: Iterable<Line>, percentOff: number) {
  const cents = [...lines].reduce((sum, { product, quantity }) => sum + product.cents * quantity, 0);
  const discount = Math.round((cents * percentOff) / 100);
  return { net: money(cents), discount: money(discount), total: money(cents - discount), currency: 'EUR' };
}

/** A customer's cart as the shop shows it. */
export const cartView = ({ cartId, cart, percentOff }: ShopSession) => ({
  cartId,
  lines: linesView(cart.values()),
  totals: totalsOf(cart.values(), percentOff),
});

/** An order as the shop shows it. */
export const orderView = ({ id, lines, percentOff, placedAt, paymentId }: Order) => ({
  orderId: id,
  status: 'PAID',
  lines: linesView(lines),
  totals: totalsOf(lines, percentOff),
  payment: { paymentId, placedAt },
});

/** One page of a list, with a link to the next. */
export function pageOf<T>(path: string, all: readonly T[], page: number, size: number) {
  const items = all.slice((page - 1) * size, page * size);
  const next = page * size < all.length ? `${path}?page=${page + 1}&size=${size}` : null;
  return { items, page, size, total: all.length, next };
}
