import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { only } from '../../functions/platform/outbound/guarded-connect.ts';
import { globMatcher } from '../../functions/recordings/domain/filter/glob-matcher.ts';
import type { LeafCertificates } from '../certificates/leaf-certificates.ts';
import { addressesOf, type Destinations, REFUSED_TEXT } from './destinations.ts';
import { firstBytes } from './first-bytes.ts';
import type { CalledService } from './http-calls.ts';
import { proxyServer } from './proxy-server.ts';

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
const isCapital = (byte = 0) => byte >= 0x41 && byte <= 0x5a;
/** Maximum hosts whose clients seem not to trust the CA that are named. */
const MAX_SAID = 100;

/**
 * A proxy for `HTTP_PROXY` and `HTTPS_PROXY`: requests with a whole URL, and CONNECT, whose TLS it terminates with a
 * certificate of the local CA. It does not listen yet.
 */
export function forwardProxy(options: ForwardProxyOptions): ForwardProxy {
  const { downstream, certificates, onRefusal } = options;
  const names = new Map([...downstream].map(([name, url]) => [url.origin, name]));
  const bases = new WeakMap<object, URL>();
  const tunnels = new Set<Socket | Duplex>();
  const said = new Set<string>();
  const used = new WeakSet<object>();
  const isTunnelled = options.tunnel.map((pattern) => globMatcher(pattern.toLowerCase()));
  let tunnelled = 0;

  const nameOf = (url: URL) => names.get(url.origin) ?? url.host;

  /** Whole URLs; null for what only an origin server understands. */
  function calleeOf({ url = '/' }: IncomingMessage): CalledService | null {
    const whole = URL.parse(url);
    if (whole === null || !/^https?:$/.test(whole.protocol) || whole.username || isSelf(whole)) return null;
    const base = new URL(whole.origin);
    return { name: nameOf(base), url: base, path: `${whole.pathname}${whole.search}`, keepsHost: false };
  }

  /** A request to itself would come back for ever. */
  function isSelf({ hostname, port }: URL): boolean {
    const own = server.address();
    const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
    return isLocal && own !== null && typeof own === 'object' && port === String(own.port);
  }

  const answer = async (request: IncomingMessage, response: ServerResponse, callee: CalledService | null) => {
    if (callee !== null) return options.answer(request, response, callee);
    onRefusal();
    response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('replay: this is a forward proxy; set HTTP_PROXY to its address\n');
  };

  const server = proxyServer({
    answer: (request, response) => answer(request, response, calleeOf(request)),
    upgrade: async (request, socket, head) => {
      const callee = calleeOf(request);
      if (callee === null) socket.destroy();
      else await options.upgrade(request, socket, head, callee);
    },
    onRefusal,
  });

  const inner = proxyServer({
    answer: (request, response) => answer(request, response, innerCallee(request)),
    upgrade: async (request, socket, head) => {
      const callee = innerCallee(request);
      if (callee === null) socket.destroy();
      else await options.upgrade(request, socket, head, callee);
    },
    onRefusal,
  });

  function innerCallee({ url = '/', socket }: IncomingMessage): CalledService | null {
    const base = bases.get(socket);
    used.add(socket);
    return base === undefined || !url.startsWith('/')
      ? null
      : { name: nameOf(base), url: base, path: url, keepsHost: true };
  }

  server.on('connect', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    // A fault of one connection is of that connection only.
    intercept(request.url ?? '', socket, head).catch(() => socket.destroy());
  });

  async function intercept(authority: string, socket: Duplex, head: Buffer): Promise<void> {
    const url = /^(?:\[[\da-f:.]+\]|[^\s/?#@:[\]]+):\d{1,5}$/i.test(authority)
      ? URL.parse(`http://${authority}`)
      : null;
    if (url === null || isSelf(url)) {
      onRefusal();
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(authority.slice(authority.lastIndexOf(':') + 1));
    if (isTunnelled.some((matches) => matches(host))) return tunnel(host, port, socket, head);
    const readable = certificates?.permits(host) ? certificates : null;
    if (readable === null && port === HTTPS_PORT) {
      if (certificates !== null) sayOnce(host, `the local CA does not sign for ${host} (replay ca create --host)`);
      return options.tunnelsUnreadable ? tunnel(host, port, socket, head) : refuse(socket, 'no-local-ca');
    }
    // `fetch` of Node.js sends CONNECT for plain HTTP, too.
    socket.write(ESTABLISHED);
    const first = head.length > 0 ? head : await firstBytes(socket);
    if (first !== null && first.length > 0) socket.unshift(first);
    if (first?.[0] === TLS_HANDSHAKE && readable !== null) return terminate(host, port, socket, readable);
    if (isCapital(first?.[0])) return serve(socket, new URL(`http://${authority}`));
    if (options.tunnelsUnreadable) await tunnel(host, port, socket, null);
    else socket.destroy();
  }

  async function terminate(host: string, port: number, socket: Duplex, { contextOf }: LeafCertificates) {
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
      if (used.has(secure)) return;
      sayOnce(
        host,
        `a client closed the connection to ${host} without a request; does it trust the local CA? (replay ca explain)`,
      );
    });
    serve(secure, new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}`));
  }

  function sayOnce(host: string, line: string): void {
    if (said.size >= MAX_SAID || said.has(host)) return;
    said.add(host);
    options.say(line);
  }

  function serve(socket: Duplex, base: URL): void {
    bases.set(socket, base);
    inner.emit('connection', socket);
  }

  /** `head`: bytes that the client has already sent; null if the proxy has already confirmed the connection. */
  async function tunnel(host: string, port: number, socket: Duplex, head: Buffer | null): Promise<void> {
    const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
    const addresses = await addressesOf(options.destinations, url);
    if (addresses === 'refused') {
      onRefusal();
      if (head === null) socket.destroy();
      else socket.end(FORBIDDEN);
      return;
    }
    const remote = connect({ host, port, lookup: only(addresses === 'unknown' ? [] : addresses) });
    tunnels.add(socket);
    const end = () => {
      tunnels.delete(socket);
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
      tunnelled++;
      if (head !== null) socket.write(ESTABLISHED);
      if (head !== null && head.length > 0) socket.unshift(head);
      socket.pipe(remote);
      remote.pipe(socket);
    });
  }

  return {
    server,
    tunnels: () => tunnelled,
    close: () => {
      inner.closeAllConnections();
      for (const socket of tunnels) socket.destroy();
    },
  };
}

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

const FORBIDDEN = `HTTP/1.1 403 Forbidden\r\nconnection: close\r\ncontent-type: text/plain; charset=utf-8\r\n\r\n${REFUSED_TEXT}`;

function refuse(socket: Duplex, reason: string): void {
  socket.end(
    `HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\nx-replay-mock-reason: ${reason}\r\n\r\n`,
  );
}
