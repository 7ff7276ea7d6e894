import type { Server } from 'node:http';

/** Tells the parent where a server listens. */
export function announce(server: Server): void {
  server.once('listening', () => {
    const address = server.address();
    if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
  });
}
