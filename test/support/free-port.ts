import { createServer } from 'node:net';

/**
 * Ports below those that the system gives to connections, so that no connection takes one between test and use, and
 * above 10080, the highest that `fetch` and browsers refuse (Fetch standard, "bad port").
 */
const [FIRST_PORT, PORTS] = [11_000, 19_000];

/** A port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer();
    const isFree = new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (await isFree) return port;
  }
}
