import type { Server } from 'node:http';
import type { Downstream } from '../../proxies/downstream.ts';
import type { ForwardProxy } from '../../proxies/http/forward-proxy.ts';
import { closed } from '../../proxies/http/proxy-server.ts';

/** What a command has opened for the application to connect to. */
export interface OpenProxies {
  servers: Server[];
  wires: Downstream[];
  forward: ForwardProxy | null;
}

/** Closes them, once exchanges in flight are complete or have taken too long. */
export async function closeProxies({ servers, wires, forward }: OpenProxies): Promise<void> {
  forward?.close();
  await Promise.all([...servers.map(closed), ...wires.map((wire) => wire.close())]);
}
