import type { Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { MAX_CONNECT_MS } from './wire-limits.ts';

/** Continues a connection in TLS; resolves with null if that fails. */
export function encrypted(socket: Socket, options: ConnectionOptions): Promise<Socket | null> {
  return new Promise((resolve) => {
    const secure = connectTls({ ...options, socket });
    const giveUp = () => {
      secure.destroy();
      resolve(null);
    };
    secure.setTimeout(MAX_CONNECT_MS, giveUp);
    secure.once('error', giveUp);
    secure.once('secureConnect', () => {
      secure.setTimeout(0);
      secure.off('error', giveUp);
      // A later fault closes the connection, which is what counts.
      secure.on('error', () => {});
      resolve(secure);
    });
  });
}
