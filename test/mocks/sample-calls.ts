/** Calls of a shop, as agents send them. */
export const get = (path: string) => ({
  kind: 'http',
  target: 'inventory',
  operation: `GET ${path}`,
  request: { method: 'GET', path, headers: [], body: null, bodyEncoding: 'utf8' },
});
export const post = (path: string, body: unknown) => ({
  kind: 'http',
  target: 'inventory',
  operation: `POST ${path}`,
  request: { method: 'POST', path, headers: [], body: JSON.stringify(body), bodyEncoding: 'utf8' },
});
/** A call as it was recorded. */
export const recorded = (call: object, response: unknown, more: object = {}) => ({
  ...call,
  response,
  durationMs: 3,
  ...more,
});
export const insert = (n: number) => ({
  kind: 'database',
  target: 'db',
  operation: 'insert',
  request: { sql: 'INSERT INTO t (a) VALUES ($1)', parameters: [n] },
});
