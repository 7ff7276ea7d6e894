import { type OrderCase, orderCase } from './orders.ts';

const SERVICES = 4;
const CALLS = Array.from({ length: 5 }, (_, at) => ({
  kind: 'http',
  target: `service-${at % SERVICES}`,
  operation: 'GET /stock/{id}',
  request: { method: 'GET', path: `/stock/${at}` },
  response: { status: 200, headers: [['content-type', 'application/json']], body: '{"stock":7}' },
}));

/** A recorded order with five calls of four services, as one line of NDJSON. */
export const orderWithCalls = (order: OrderCase): string =>
  JSON.stringify({ ...JSON.parse(orderCase(order)), calls: CALLS });
