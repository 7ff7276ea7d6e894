import type { Downstream, DownstreamOptions } from './downstream.ts';
import type { WireDownstream } from './wire-protocols.ts';

/** Starts the proxies of databases and caches, and says where the application connects. */
export async function startWires(
  wires: readonly WireDownstream[],
  options: Omit<DownstreamOptions, 'name' | 'url' | 'port'>,
): Promise<Downstream[]> {
  const started: Downstream[] = [];
  for (const { name, url, protocol, port } of wires) {
    const wire = await protocol.start({ ...options, name, url, port }).catch(async (fault: unknown) => {
      await Promise.all(started.map((one) => one.close()));
      throw fault;
    });
    started.push(wire);
    options.say(`calls of ${name}: ${options.host}:${wire.port} -> ${url.host}`);
  }
  return started;
}
