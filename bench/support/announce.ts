import type { Server } from 'node:http';

/** Tells the parent where a server listens, and ends with the parent, however that ends. */
export function announce(server: Server): void {
  process.stdin.resume().once('end', () => process.exit());
  server.once('listening', () => {
    const address = server.address();
    if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
  });
}
