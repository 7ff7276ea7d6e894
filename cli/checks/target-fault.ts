import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { connectionCode, connectionText } from '../../functions/platform/outbound/connection-text.ts';

const TIMEOUT_MS = 3_000;

/** Why the target of a recording cannot be connected to, in words; null if it can. It receives no request. */
export async function targetFault({ protocol, hostname, port }: URL): Promise<string | null> {
  const isTls = protocol === 'https:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const address = { host, port: Number(port || (isTls ? 443 : 80)) };
  const socket = isTls
    ? connectTls({ ...address, servername: host, ALPNProtocols: ['http/1.1'] })
    : connectTcp(address);
  try {
    await once(socket, isTls ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return null;
  } catch (fault) {
    if (fault instanceof Error && fault.name === 'AbortError') return connectionText('ETIMEDOUT');
    return connectionText(connectionCode(fault));
  } finally {
    socket.destroy();
  }
}
