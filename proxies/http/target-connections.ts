import type { Dispatcher } from 'undici';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import { guardedConnector } from '../../functions/platform/outbound/guarded-connect.ts';
import type { Destinations } from './destinations.ts';

/** Methods that change nothing (RFC 9110 9.2.1), which may be sent again. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Maximum bytes of the headers of a message, in both directions. */
export const MAX_HEADER_BYTES = 64 * 1024;

/** How long a connection to a target may take to open, ms. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Kept-alive connections to targets. */
export interface TargetConnections {
  of(method: string): Dispatcher;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Opens connections to targets as they are needed, as many as there are requests under way. A target may close an idle
 * connection just as a request is written to it. A safe request is then sent again; any other is sent once, so it only
 * takes connections that were idle for less than a second, which servers do not close yet. A destination that is
 * refused is an error with the code EGRESS_DENIED.
 */
export function targetConnections({ policy, lookup }: Destinations): TargetConnections {
  const { connect } = guardedConnector(policy, {
    lookup,
    connect: buildConnector,
    timeoutMs: CONNECT_TIMEOUT_MS,
    onDenial: () => {},
  });
  const shared = {
    allowH2: false,
    pipelining: 1,
    // Responses may take any time, and bodies may pause.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect,
  };
  const safe = new Agent({ ...shared, keepAliveTimeout: 4_000 });
  const unsafe = new Agent({ ...shared, keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  return {
    of: (method) => (SAFE_METHODS.has(method) ? safe : unsafe),
    close: async () => {
      await Promise.all([safe.destroy(), unsafe.destroy()]);
    },
  };
}
