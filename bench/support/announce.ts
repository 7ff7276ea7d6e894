import type { Server } from 'node:http';

/** Sends the address of a server to the parent process, and exits with the parent, however it ends. */
export function announce(server: Server): void {
  process.stdin.resume().once('end', () => process.exit());
  server.once('listening', () => {
    const address = server.address();
    if (address && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
  });
}
