import type { Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { basePathOf } from '../../http/base-path.ts';
import { completeHeaders } from '../../http/complete-response.ts';
import { getOnly } from '../../http/get-only.ts';
import type { CidrRange } from '../../outbound/egress/addresses.ts';
import { allowedHosts } from './allowed-hosts.ts';
import { basicAuthGuard } from './basic-auth-guard.ts';
import { clientAddress } from './client-address.ts';
import { limitConnections } from './limit-connections.ts';
import { withoutBasePath } from './without-base-path.ts';

export interface GatewayOptions {
  host: string;
  /** 0 selects any free port. */
  port: number;
  /** If set, required for every request (interface 1, SVC_BASIC_AUTH). */
  basicAuth: { user: string; password: string } | null;
  /** SVC_PUBLIC_URL, whose host name is accepted, and whose path requests may begin with. */
  publicUrl: string;
  /** SVC_ALLOWED_HOSTS. */
  allowedHosts: readonly string[];
  /** SVC_TRUSTED_PROXIES; none by default. */
  trustedProxies?: readonly CidrRange[];
  /** SVC_MAX_CONNECTIONS; without limit by default. */
  maxConnections?: number;
  newId(): string;
  now(): number;
  /** Maximum time for requests in flight once `close` is called. */
  graceMs?: number;
}

export interface Gateway {
  port: number;
  /**
   * Accepts no new connections, lets requests in flight complete, aborts those that have not within 10 s, and resolves.
   */
  close(): Promise<void>;
}

/**
 * Times of connections, ms: until the head of a request, until its end, and idle between requests. A body of the API
 * has less (body.ts); uploads by signed addresses last as long as these are valid.
 */
const TIMES = { headersTimeout: 10_000, requestTimeout: 900_000, keepAliveTimeout: 5_000 } as const;
/** How often these times are checked, ms. */
const CHECK_MS = 2_000;

/** A partially sent request would keep a stopping process alive forever. */
const GRACE_MS = 10_000;

/** Serves an application over node:http; resolves when it listens, rejects if it cannot. */
export function openGateway(
  app: Hono,
  {
    host,
    port,
    basicAuth: credentials,
    publicUrl,
    allowedHosts: names,
    trustedProxies = [],
    maxConnections = Number.POSITIVE_INFINITY,
    newId,
    now,
    graceMs = GRACE_MS,
  }: GatewayOptions,
): Promise<Gateway> {
  const guarded = new Hono<{ Bindings: HttpBindings }>();
  // Responses of the application already have an id, which its log lines contain, and headers of their own.
  guarded.use(async (context, next) => {
    await next();
    completeHeaders(context, newId);
    keepOpenForRest(context.env, context.res.status);
  });
  const mayAnswer = allowedHosts({ host, basicAuth: credentials, publicUrl, allowedHosts: names });
  guarded.use(async (context, next) => {
    if (mayAnswer(context.req.header('host') ?? host, addressOf(context.env))) return next();
    return context.json(
      {
        errorCode: 'MISDIRECTED_REQUEST',
        errorMessage: 'the service is not called by this name; SVC_ALLOWED_HOSTS lists further names',
      },
      421,
    );
  });
  if (credentials) guarded.use(basicAuthGuard(credentials, now));
  guarded.get('/healthz', (context) => context.json({ status: 'ok' }));
  guarded.all('/healthz', getOnly({ now }));
  guarded.all('*', (context) => app.fetch(context.req.raw, context.env));

  return new Promise((resolve, reject) => {
    const serverOptions = { ...TIMES, connectionsCheckingInterval: CHECK_MS };
    const basePath = basePathOf(publicUrl);
    const answer = (request: Request, env: Peer) =>
      guarded.fetch(withoutBasePath(request, basePath), withClient(request, env, trustedProxies));
    const server = serve({ fetch: answer, hostname: host, port, serverOptions }, (address) =>
      resolve({ port: address.port, close: () => closed(server, graceMs) }),
    ) as Server; // serve returns this type without TLS or HTTP/2 options
    limitConnections(server, maxConnections);
    server.once('error', reject);
  });
}

/** The connection that a request arrived by. */
interface Peer {
  incoming: { socket: { remoteAddress?: string | undefined } };
}

/** Adds the client behind a trusted proxy, for whatever asks where a request comes from. */
function withClient(request: Request, env: Peer, trusted: readonly CidrRange[]): Peer & { client?: string } {
  const peer = env.incoming.socket.remoteAddress;
  if (trusted.length === 0 || peer === undefined) return env;
  return { ...env, client: clientAddress(peer, request.headers.get('x-forwarded-for'), trusted) };
}

/**
 * Keeps the connection of a request that is refused before its end, although the client asked to close it: a socket
 * that closes with unread bytes is reset, and a proxy that still sends would lose the response. The server reads on for
 * half a second, and then ends the connection.
 */
function keepOpenForRest({ incoming, outgoing }: HttpBindings, status: number): void {
  if (status >= 400 && !incoming.complete) outgoing.shouldKeepAlive = true;
}

/** The address of this machine that the connection arrived at. */
const addressOf = ({ incoming }: HttpBindings): string | undefined => incoming.socket.localAddress;

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const patience = setTimeout(() => server.closeAllConnections(), graceMs);
    // A connection whose last request has just completed would otherwise be kept alive for seconds.
    const sweeping = setInterval(() => server.closeIdleConnections(), 50);
    server.close((fault) => {
      clearTimeout(patience);
      clearInterval(sweeping);
      if (fault) reject(fault);
      else resolve();
    });
  });
}
