import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that counts its requests and answers with the count. */
export interface FakeTarget {
  url: string;
  received(): number;
  close(): Promise<void>;
}

/** Starts it on a free port. */
export async function fakeTarget(): Promise<FakeTarget> {
  let count = 0;
  const server = createServer((_, response) => response.end(`answer ${++count}`));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    received: () => count,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
