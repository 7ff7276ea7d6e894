import { connect, type Socket } from 'node:net';
import { MAX_CONNECT_MS } from './wire-limits.ts';

/** Connects to the real server; resolves with null if it cannot be reached. */
export function reachServer(url: URL, defaultPort: number): Promise<Socket | null> {
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, '') || '127.0.0.1';
    const socket = connect({ host, port: Number(url.port) || defaultPort, noDelay: true, allowHalfOpen: true });
    const giveUp = () => {
      socket.destroy();
      resolve(null);
    };
    socket.setTimeout(MAX_CONNECT_MS, giveUp);
    socket.once('error', giveUp);
    socket.once('connect', () => {
      socket.setTimeout(0);
      socket.off('error', giveUp);
      // A later fault closes the connection, which is what counts.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
