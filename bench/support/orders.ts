/** Numbers of an order that `?change=` may name. The target returns a larger value for each named one. */
export const CHANGEABLE = [
  'weight',
  'height',
  'width',
  'depth',
  'stock',
  'rank',
  'score',
  'discount',
  'tax',
  'shipping',
];

/** Names of further numbers, which an order has only if `?change=` names them. */
export const furtherField = (at: number): string => `f${at}`;
const isFurther = (name: string): boolean => /^f\d+$/.test(name);

/** Response for `path`: an order of about 1.5 KB of JSON, the same for the same path. */
export function orderAt(path: string, changed: readonly string[] = []): string {
  const id = Number(/(\d+)(?:\?|$)/.exec(path)?.[1] ?? 0);
  return JSON.stringify({
    id,
    status: 'PAID',
    channel: 'web',
    buyer: { name: `Buyer ${id}`, tier: 'gold', since: 2019, city: 'Lisbon' },
    items: Array.from({ length: 11 }, (_, at) => ({
      sku: `SKU-${id}-${at}`,
      name: `Article number ${at}`,
      price: 12.5 + at,
      quantity: 1 + (id % 3),
      available: true,
      discounts: [],
    })),
    ...Object.fromEntries(CHANGEABLE.map((name, at) => [name, id + at + (changed.includes(name) ? 1 : 0)])),
    ...Object.fromEntries(
      changesOf(path)
        .filter(isFurther)
        .map((name) => [name, id + (changed.includes(name) ? 1 : 0)]),
    ),
    note: 'Leave the parcel with a neighbour when nobody is at home.',
  });
}

/** The changes that a path requests from the target. */
export const changesOf = (path: string): string[] => /[?&]change=([\w,]+)/.exec(path)?.[1]?.split(',') ?? [];

export interface OrderCase {
  appId: string;
  id: number;
  endpoint: number;
  changed?: readonly string[];
  /** A credential of the request; absent: it has none. */
  token?: string;
}

/** Orders of one application, in turn over its endpoints. */
export const ordersOf = (
  appId: string,
  count: number,
  endpoints: number,
  changed: readonly string[] = [],
): OrderCase[] => Array.from({ length: count }, (_, id) => ({ appId, id, endpoint: id % endpoints, changed }));

/** A recorded order of about 2 KB as one line of NDJSON (interface 10). */
export function orderCase({ appId, id, endpoint, changed = [], token }: OrderCase): string {
  const path = `/shop${endpoint}/orders/${id}${changed.length > 0 ? `?change=${changed.join(',')}` : ''}`;
  const headers = [
    ['accept', 'application/json'],
    ...(token === undefined ? [] : [['authorization', `Bearer ${token}`]]),
  ];
  return JSON.stringify({
    caseId: `${appId}-${id}`,
    appId,
    operation: `/shop${endpoint}/orders/{id}`,
    durationMs: 3,
    request: { method: 'GET', path, headers, body: null },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: orderAt(path),
      bodyEncoding: 'utf8',
    },
  });
}
