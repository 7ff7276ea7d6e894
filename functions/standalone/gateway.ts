import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { basicAuth } from 'hono/basic-auth';

export interface GatewayOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Asked of every request when given (interface 1, SVC_BASIC_AUTH). */
  basicAuth: { user: string; password: string } | null;
}

export interface Gateway {
  port: number;
  /** Takes no new connection, lets requests under way end, and resolves when they have. */
  close(): Promise<void>;
}

/** Serves an application over node:http; resolves when it listens, rejects when it cannot. */
export function openGateway(app: Hono, { host, port, basicAuth: credentials }: GatewayOptions): Promise<Gateway> {
  const guarded = new Hono();
  if (credentials) guarded.use(basicAuth({ username: credentials.user, password: credentials.password }));
  guarded.get('/healthz', (context) => context.json({ status: 'ok' }));
  guarded.all('*', (context) => app.fetch(context.req.raw));

  return new Promise((resolve, reject) => {
    const server = serve({ fetch: guarded.fetch, hostname: host, port }, (address) =>
      resolve({ port: address.port, close: () => closed(server) }),
    ) as Server; // without TLS or HTTP/2 options this is what serve makes
    server.once('error', reject);
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((fault) => (fault ? reject(fault) : resolve()));
    server.closeIdleConnections();
  });
}
