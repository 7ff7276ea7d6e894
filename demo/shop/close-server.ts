import type { ServerType } from '@hono/node-server';

/** Closes a server and the connections that clients keep open. */
export function closeServer(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((fault) => (fault ? reject(fault) : resolve()));
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
}
