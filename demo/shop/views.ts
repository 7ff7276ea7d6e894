import type { Line, Order } from './database.ts';

/** Cents as an amount of money. */
export const money = (cents: number): number => Math.round(cents) / 100;

/** Lines of a cart or an order as the shop shows them. */
export const linesView = (lines: readonly Line[]) =>
  lines.map(({ productId, title, cents, quantity }) => ({
    productId,
    title,
    quantity,
    unitPrice: money(cents),
    lineTotal: money(cents * quantity),
  }));

/** Totals of a cart or an order. */
export function totalsOf(lines: readonly Line[], percentOff: number) {
  const cents = lines.reduce((sum, line) => sum + line.cents * line.quantity, 0);
  const discount = Math.round((cents * percentOff) / 100);
  return { net: money(cents), discount: money(discount), total: money(cents - discount), currency: 'EUR' };
}

/** A customer's cart as the shop shows it. */
export const cartView = ({ cartId, percentOff }: { cartId: string; percentOff: number }, lines: readonly Line[]) => ({
  cartId,
  lines: linesView(lines),
  totals: totalsOf(lines, percentOff),
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
export function pageOf<T>(
  path: string,
  items: readonly T[],
  { page, size, total }: { page: number; size: number; total: number },
) {
  const next = page * size < total ? `${path}?page=${page + 1}&size=${size}` : null;
  return { items, page, size, total, next };
}
