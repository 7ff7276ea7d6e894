import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliFailure } from '../cli-failure.ts';

/** Listens at `host:port`, or a port of 127.0.0.1, the value of `option`; returns the URL. */
export async function listening(server: Server, at: string, option: string): Promise<string> {
  const { host, port } = hostAndPort(at, option);
  server.listen(port, host);
  await once(server, 'listening').catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure(
      'NOT_LISTENING',
      fault.code === 'EADDRINUSE'
        ? `port ${port} of ${host} is in use by another process`
        : `${at} cannot be listened on (${fault.code ?? 'fault'})`,
      `Give another address with ${option}.`,
    );
  });
  const { address, family, port: taken } = server.address() as AddressInfo; // the server listens on TCP
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`;
}

/** Parses `host:port` or `port`, the value of `option`. */
export function hostAndPort(at: string, option: string): { host: string; port: number } {
  const [, host, port] = /^(?:(.*):)?(\d{1,5})$/.exec(at) ?? [];
  if (port === undefined || Number(port) > 65_535)
    throw new CliFailure('BAD_ADDRESS', `${option} must be host:port or a port`, 'For example 127.0.0.1:8080.');
  return { host: host?.replace(/^\[|\]$/g, '') || '127.0.0.1', port: Number(port) };
}
