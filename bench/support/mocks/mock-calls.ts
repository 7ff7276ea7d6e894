/** Downstream calls of each replayed request. */
export const MOCK_CALLS = 2000;

/** A downstream call with a request of its own. */
export const mockCall = (n: number) => ({
  kind: 'http',
  target: 'inventory',
  operation: 'POST /reservations',
  request: {
    method: 'POST',
    path: '/reservations?dry=false',
    headers: [
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
    ],
    body: JSON.stringify({ sku: `sku-${n}`, quantity: (n % 7) + 1, warehouse: { country: 'DE', zone: n % 13 } }),
    bodyEncoding: 'utf8',
  },
});

/** Its recorded response. */
export const mockResponse = (n: number) => ({
  status: 201,
  headers: [['content-type', 'application/json']],
  body: JSON.stringify({ reservation: n, sku: `sku-${n}`, left: 100 - (n % 50), until: '2026-11-20T12:00:00.000Z' }),
  bodyEncoding: 'utf8',
});
