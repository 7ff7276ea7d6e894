import { Pool } from 'undici';

/** A request of the traffic script. */
export interface ClientRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The token from a login; sent as `authorization`. */
  token?: string;
}

/** A visitor of the shop. */
export interface Visitor {
  send(request: ClientRequest): Promise<{ status: number; json: unknown }>;
  /** Number of requests sent. */
  requests(): number;
  close(): Promise<void>;
}

/** Opens an HTTP client for one shop. */
export function visitor(baseUrl: string): Visitor {
  const pool = new Pool(baseUrl, { connections: 8 });
  let requests = 0;
  return {
    async send({ method, path, body, token }) {
      requests++;
      const response = await pool.request({
        method,
        path,
        headers: {
          accept: 'application/json, text/plain',
          'user-agent': 'demo-shop-visitor',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      });
      const received = await response.body.text();
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return { status: response.statusCode, json: isJson ? JSON.parse(received) : null };
    },
    requests: () => requests,
    close: () => pool.close(),
  };
}
