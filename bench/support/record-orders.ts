import { type OrderCase, orderCase } from './orders.ts';
import { ask } from './start-service.ts';

const LINES_PER_POST = 1000;

/** Records orders that are all new to the service. */
export async function recordOrders(url: string, orders: readonly OrderCase[]): Promise<void> {
  for (let first = 0; first < orders.length; first += LINES_PER_POST) {
    const lines = orders.slice(first, first + LINES_PER_POST).map(orderCase);
    const { accepted } = await ask<{ accepted: number }>(url, 'POST', '/api/recorder/cases', lines.join('\n'));
    if (accepted !== lines.length) throw new Error(`only ${accepted} of ${lines.length} cases were taken`);
  }
}
