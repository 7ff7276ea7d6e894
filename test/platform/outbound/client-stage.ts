import { afterEach } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import type { OutboundRequest } from '../../../functions/platform/outbound/outbound.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { type Behaviour, type HostileTarget, hostileTarget } from '../../support/fakes/hostile-target.ts';

export const MIB = 1024 * 1024;

/** Targets that end with the test. `closing` runs then, latest first. */
export function clientStage() {
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function target(behave: Behaviour): Promise<HostileTarget> {
    const started = await hostileTarget(behave);
    closing.push(started.close);
    return started;
  }

  return { closing, target };
}

/** The client of the standalone service, with this many connections per target. */
export function client(maxConnectionsPerTarget = 10) {
  const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
  return outboundHttp({ policy, log: silentLog, maxConnectionsPerTarget });
}

/** A request with a timeout of 5 s and a limit of 1 MiB. */
export const request = (url: string, change: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: 'GET',
  headers: [],
  body: null,
  timeoutMs: 5000,
  maxBodyBytes: MIB,
  ...change,
});

export const textOf = (body: Uint8Array) => Buffer.from(body).toString('utf8');
