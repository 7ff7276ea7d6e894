import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Keeps at most `max` connections open. A further one replaces the connection that has been unused for longest: one
 * without a request, or whose request has not arrived completely. Clients that hold connections idle or half-open
 * therefore block no one. If all other connections are being served, the new one is closed.
 */
export function limitConnections(server: Server, max: number): void {
  /** Least recently used first, with the request of each. */
  const open = new Map<Socket, IncomingMessage | null>();

  function use(socket: Socket, request: IncomingMessage | null): void {
    // A closed socket is gone from the map.
    if (!open.delete(socket)) return;
    open.set(socket, request);
  }

  function hasRoom(): boolean {
    if (open.size < max) return true;
    for (const [socket, request] of open) {
      if (request?.complete) continue;
      open.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  server.on('connection', (socket) => {
    if (!hasRoom()) return socket.destroy();
    open.set(socket, null);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    use(request.socket, request);
    response.once('close', () => use(request.socket, null));
  });
}
