import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { only } from '../../functions/platform/outbound/connect.ts';
import { globMatcher } from '../../functions/recordings/domain/filter/glob-matcher.ts';
import type { LeafCertificates } from '../certificates/leaf-certificates.ts';
import { addressesOf, type Destinations, REFUSED_TEXT } from './destinations.ts';
import { firstBytes } from './first-bytes.ts';
import type { CalledService } from './http-calls.ts';
import { type ProxyHandlers, proxyServer } from './proxy-server.ts';

export interface ForwardProxyOptions {
  answer(request: IncomingMessage, response: ServerResponse, callee: CalledService): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, callee: CalledService): Promise<void>;
  onRefusal(): void;
  /** Where connections that are passed on unread may lead to. */
  destinations: Destinations;
  /** Services with a name of their own. */
  downstream: ReadonlyMap<string, URL>;
  /** Certificates for the hosts of TLS connections; null if there is no CA. */
  certificates: LeafCertificates | null;
  /** Patterns of hosts whose connections are passed on as they are. */
  tunnel: readonly string[];
  /** What cannot be read is passed on; otherwise it is refused. */
  tunnelsUnreadable: boolean;
  say(text: string): void;
}

export interface ForwardProxy {
  server: Server;
  /** Connections that were passed on unread. */
  tunnels(): number;
  close(): void;
}

const HTTPS_PORT = 443;
const TLS_HANDSHAKE = 0x16;
const AUTHORITY = /^(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}$/i;
const isCapital = (byte = 0) => byte >= 0x41 && byte <= 0x5a;
/** Maximum hosts whose clients seem not to trust the CA that are named. */
const MAX_SAID = 100;

/** A forward proxy and its connections. */
interface Proxy {
  options: ForwardProxyOptions;
  certificates: LeafCertificates | null;
  onRefusal: () => void;
  /** Names of services, by origin. */
  names: ReadonlyMap<string, string>;
  /** Where the requests of a connection go. */
  bases: WeakMap<object, URL>;
  tunnels: Set<Socket | Duplex>;
  /** Hosts that a line was written about. */
  said: Set<string>;
  /** Connections that had a request. */
  used: WeakSet<object>;
  isTunnelled: readonly ((host: string) => boolean)[];
  /** Connections that were passed on unread. */
  tunnelled: number;
  server: Server;
  /** Serves what arrives in connections of CONNECT. */
  inner: Server;
}

/**
 * A proxy for `HTTP_PROXY` and `HTTPS_PROXY`: requests with a whole URL, and CONNECT, whose TLS it terminates with a
 * certificate of the local CA. It does not listen yet.
 */
export function forwardProxy(options: ForwardProxyOptions): ForwardProxy {
  const { downstream, certificates, onRefusal } = options;
  const proxy: Proxy = {
    options,
    certificates,
    onRefusal,
    names: new Map([...downstream].map(([name, url]) => [url.origin, name])),
    bases: new WeakMap<object, URL>(),
    tunnels: new Set<Socket | Duplex>(),
    said: new Set<string>(),
    used: new WeakSet<object>(),
    isTunnelled: options.tunnel.map((pattern) => globMatcher(pattern.toLowerCase())),
    tunnelled: 0,
    server: proxyServer(handlersFor(options, (request) => calleeOf(proxy, request))),
    inner: proxyServer(handlersFor(options, (request) => innerCallee(proxy, request))),
  };
  proxy.server.on('connect', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // A fault of one connection is of that connection only.
    intercept(proxy, request.url ?? '', socket, head).catch(() => socket.destroy());
  });
  return {
    server: proxy.server,
    tunnels: () => proxy.tunnelled,
    close: () => {
      proxy.inner.closeAllConnections();
      for (const socket of proxy.tunnels) socket.destroy();
    },
  };
}

const nameOf = (proxy: Proxy, url: URL) => proxy.names.get(url.origin) ?? url.host;

/** Whole URLs; null for what only an origin server understands. */
function calleeOf(proxy: Proxy, { url = '/' }: IncomingMessage): CalledService | null {
  const whole = URL.parse(url);
  if (whole === null || !/^https?:$/.test(whole.protocol) || whole.username || isSelf(proxy, whole)) return null;
  const base = new URL(whole.origin);
  return { name: nameOf(proxy, base), url: base, path: `${whole.pathname}${whole.search}`, keepsHost: false };
}

/** A request to itself would come back for ever. */
function isSelf(proxy: Proxy, { hostname, port }: URL): boolean {
  const own = proxy.server.address();
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return isLocal && own !== null && typeof own === 'object' && port === String(own.port);
}

/** Passes requests on to the service that `find` sees in them. */
const handlersFor = (
  { answer, upgrade, onRefusal }: ForwardProxyOptions,
  find: (request: IncomingMessage) => CalledService | null,
): ProxyHandlers => ({
  answer: async (request, response) => {
    const callee = find(request);
    if (callee !== null) return answer(request, response, callee);
    onRefusal();
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('replay: this is a forward proxy; set HTTP_PROXY to its address\n');
  },
  upgrade: async (request, socket, head) => {
    const callee = find(request);
    if (callee === null) socket.destroy();
    else await upgrade(request, socket, head, callee);
  },
  onRefusal,
});

function innerCallee(proxy: Proxy, { url = '/', socket }: IncomingMessage): CalledService | null {
  const base = proxy.bases.get(socket);
  proxy.used.add(socket);
  return base === undefined || !url.startsWith('/')
    ? null
    : { name: nameOf(proxy, base), url: base, path: url, keepsHost: true };
}

async function intercept(proxy: Proxy, authority: string, socket: Duplex, head: Buffer): Promise<void> {
  const url = AUTHORITY.test(authority) ? URL.parse(`http://${authority}`) : null;
  if (url === null || isSelf(proxy, url)) {
    proxy.onRefusal();
    socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(authority.slice(authority.lastIndexOf(':') + 1));
  if (proxy.isTunnelled.some((matches) => matches(host))) return tunnel(proxy, host, port, socket, head);
  const readable = proxy.certificates?.permits(host) ? proxy.certificates : null;
  if (readable === null && port === HTTPS_PORT) return unreadable(proxy, host, socket, head);
  // `fetch` of Node.js sends CONNECT for plain HTTP, too.
  socket.write(ESTABLISHED);
  const first = head.length > 0 ? head : await firstBytes(socket);
  if (first !== null && first.length > 0) socket.unshift(first);
  if (first?.[0] === TLS_HANDSHAKE && readable !== null) return terminate(proxy, host, port, socket, readable);
  if (isCapital(first?.[0])) return serve(proxy, socket, new URL(`http://${authority}`));
  if (proxy.options.tunnelsUnreadable) await tunnel(proxy, host, port, socket, null);
  else socket.destroy();
}

/** Of a host that the CA does not sign for, or without a CA. */
async function unreadable(proxy: Proxy, host: string, socket: Duplex, head: Buffer): Promise<void> {
  if (proxy.certificates !== null)
    sayOnce(proxy, host, `the local CA does not sign for ${host} (replay ca create --host)`);
  if (proxy.options.tunnelsUnreadable) await tunnel(proxy, host, HTTPS_PORT, socket, head);
  else refuse(socket, 'no-local-ca');
}

async function terminate(proxy: Proxy, host: string, port: number, socket: Duplex, { contextOf }: LeafCertificates) {
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: await contextOf(host),
    ALPNProtocols: ['http/1.1'],
    SNICallback: (name, found) => {
      contextOf(name).then(
        (context) => found(null, context),
        (fault: Error) => found(fault),
      );
    },
  });
  secure.on('error', () => secure.destroy());
  secure.on('close', () => {
    // Some clients send an alert, others just close.
    if (proxy.used.has(secure)) return;
    sayOnce(
      proxy,
      host,
      `a client closed the connection to ${host} without a request; does it trust the local CA? (replay ca explain)`,
    );
  });
  serve(proxy, secure, new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`));
}

function sayOnce(proxy: Proxy, host: string, line: string): void {
  if (proxy.said.size >= MAX_SAID || proxy.said.has(host)) return;
  proxy.said.add(host);
  proxy.options.say(line);
}

function serve(proxy: Proxy, socket: Duplex, base: URL): void {
  proxy.bases.set(socket, base);
  proxy.inner.emit('connection', socket);
}

/** `head`: bytes that the client has already sent; null if the proxy has already confirmed the connection. */
async function tunnel(proxy: Proxy, host: string, port: number, socket: Duplex, head: Buffer | null): Promise<void> {
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const addresses = await addressesOf(proxy.options.destinations, url);
  if (addresses === 'refused') {
    proxy.onRefusal();
    if (head === null) socket.destroy();
    else socket.end(FORBIDDEN);
    return;
  }
  const remote = connect({ host, port, lookup: only(addresses === 'unknown' ? [] : addresses) });
  proxy.tunnels.add(socket);
  const end = () => {
    proxy.tunnels.delete(socket);
    socket.destroy();
    remote.destroy();
  };
  socket.on('close', end);
  remote.on('close', end);
  remote.on('error', () => {
    if (head !== null && remote.bytesWritten === 0) refuse(socket, 'not-reached');
    else end();
  });
  remote.once('connect', () => {
    proxy.tunnelled++;
    if (head !== null) socket.write(ESTABLISHED);
    if (head !== null && head.length > 0) socket.unshift(head);
    socket.pipe(remote);
    remote.pipe(socket);
  });
}

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

const FORBIDDEN = `HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n\r\n${REFUSED_TEXT}`;

function refuse(socket: Duplex, reason: string): void {
  socket.end(
    `HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\nx-replay-mock-reason: ${reason}\r\n\r\n`,
  );
}
