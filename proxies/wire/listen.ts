import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Downstream, DownstreamOptions } from '../downstream.ts';
import { ProxyFailure } from '../proxy-failure.ts';
import { MAX_CONNECTIONS } from './wire-limits.ts';

/** Listens for the application's connections; rejects with a ProxyFailure if the address is taken. */
export async function listen(
  { name, host, port, say }: Pick<DownstreamOptions, 'name' | 'host' | 'port' | 'say'>,
  serve: (client: Socket) => void,
): Promise<Downstream> {
  const clients = new Set<Socket>();
  let isFull = false;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    clients.add(client);
    client.once('close', () => clients.delete(client));
    // Its `close` follows; what it means is decided there.
    client.on('error', () => {});
    serve(client);
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('drop', () => {
    if (!isFull) say(`${name}: more than ${MAX_CONNECTIONS} connections; others are closed`);
    isFull = true;
  });
  server.listen(port, host);
  await once(server, 'listening').catch((fault: NodeJS.ErrnoException) => {
    throw new ProxyFailure(
      'NOT_LISTENING',
      fault.code === 'EADDRINUSE'
        ? `port ${port} of ${host} is in use by another process`
        : `${host}:${port} cannot be listened on (${fault.code ?? 'fault'})`,
      'Give another address.',
    );
  });
  return {
    port: (server.address() as AddressInfo).port, // the server listens on TCP
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const client of clients) client.destroy();
      await closed;
    },
  };
}
