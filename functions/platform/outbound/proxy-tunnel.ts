import type { LookupFunction, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { buildConnector } from 'undici';
import connectBy from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import type { Connect } from './connect.ts';
import { PROXY_FAILED } from './connection-failure.ts';
import type { EgressTarget } from './egress/policy.ts';

/** Opens connections through an HTTP proxy. */
export interface ProxyTunnel {
  /** Whether the proxy, and not this service, may resolve the name of a target. */
  mayResolve(target: EgressTarget): boolean;
  /**
   * Resolves with the connection to `host:port` that the proxy has opened. Rejects with `PROXY_FAILED` if it opens
   * none.
   */
  open(authority: string, timeoutMs: number): Promise<Socket>;
  close(): Promise<void>;
}

/**
 * Opens connections by CONNECT (RFC 9110 9.3.6), as the ProxyAgent of undici does. `origin` is that of the proxy, which
 * the operator names, so that no policy applies to it.
 */
export function proxyTunnel(
  origin: string,
  { lookup, connect, mayResolve }: { lookup: LookupFunction; connect: Connect } & Pick<ProxyTunnel, 'mayResolve'>,
): ProxyTunnel {
  const connecting: { connect: buildConnector.connector } = {
    connect: (options, callback) => connect({ lookup, timeout: CONNECT_MS, allowH2: false })(options, callback),
  };
  const agent = new Agent({ ...connecting, allowH2: false });

  async function opened(authority: string, timeoutMs: number): Promise<{ statusCode: number; socket: Duplex }> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await connectBy.call(agent, { origin, path: authority, headers: { host: authority }, signal });
    } catch (cause) {
      throw proxyFault(signal.aborted ? 'ETIMEDOUT' : PROXY_FAILED, { cause });
    }
  }

  return {
    mayResolve,
    async open(authority, timeoutMs) {
      const { statusCode, socket } = await opened(authority, timeoutMs);
      if (statusCode === 200) return socket as Socket; // the proxy is reached by TCP or TLS
      // Its explanation is not read, and a reset while it ends says nothing more.
      socket.on('error', () => {}).destroy();
      throw proxyFault(PROXY_FAILED);
    },
    close: () => agent.close(),
  };
}

/** How long a connection to the proxy may take, ms. */
const CONNECT_MS = 10_000;

const proxyFault = (code: string, options?: ErrorOptions) =>
  Object.assign(new Error('the proxy opened no connection', options), { code });
