import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isWebSocket } from './pass-upgrade.ts';
import { MAX_HEADER_BYTES } from './target-connections.ts';

/** Maximum concurrent connections of clients; further ones are closed at once. */
const MAX_CONNECTIONS = 10_000;
/** How long headers may take to arrive, ms. */
const HEADERS_TIMEOUT_MS = 60_000;
const KEEP_ALIVE_MS = 30_000;
/** Timeout after which kept-alive connections are closed. */
const DRAIN_MS = 5_000;

const HTTP2_TEXT = 'replay: HTTP/2 and gRPC are not passed on; use HTTP/1.1\n';
const STATUS: Readonly<Record<string, string>> = { HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large' };

export interface ProxyHandlers {
  answer(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** WebSockets; without it their requests are ordinary ones. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** A request that was refused: malformed, ambiguous in length, with headers that are too large, or of HTTP/2. */
  onRefusal?(isHttp2: boolean): void;
}

/** Creates an HTTP/1.1 server without limits on the length or duration of bodies. It does not listen yet. */
export function proxyServer({ answer, upgrade, onRefusal }: ProxyHandlers): Server {
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: HEADERS_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      shouldUpgradeCallback: (request) => upgrade !== undefined && isWebSocket(request),
    },
    (request, response) => {
      // Two hosts are two readings of one request (RFC 9112 3.2).
      if (hasTwoHosts(request)) {
        onRefusal?.(false);
        response.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
        return;
      }
      // A fault of one exchange is of that exchange only.
      answer(request, response).catch(() => response.destroy());
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  if (upgrade) {
    server.on('upgrade', (request, socket, head) => {
      upgrade(request, socket, head).catch(() => socket.destroy());
    });
  }
  server.on('clientError', (fault: NodeJS.ErrnoException, socket) => {
    if (fault.code === 'ECONNRESET') return void socket.destroy();
    const isHttp2 = fault.code === 'HPE_PAUSED_H2_UPGRADE';
    onRefusal?.(isHttp2);
    // A response may be under way on a connection that has been written to.
    if (!socket.writable || !('bytesWritten' in socket) || socket.bytesWritten !== 0) return void socket.destroy();
    const body = isHttp2 ? HTTP2_TEXT : '';
    const status = isHttp2 ? '505 HTTP Version Not Supported' : (STATUS[fault.code ?? ''] ?? '400 Bad Request');
    const head = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n\r\n`;
    socket.end(`${head}${body}`, () => socket.destroy());
  });
  return server;
}

function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

/** Waits up to DRAIN_MS for exchanges in flight to complete. */
export async function closed(server: Server): Promise<void> {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // A connection that nothing reads from does not keep the process alive, so this timer has to.
  const drained = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await done;
  clearTimeout(drained);
}
