import { Hono } from 'hono';
import { targets } from '../../functions/applications/service/targets.ts';
import { applicationStore } from '../../functions/applications/store/applications.ts';
import { gateway } from '../../functions/mocks/api/gateway.ts';
import type { GatewayServices } from '../../functions/mocks/composition.ts';
import { mockGateway } from '../../functions/mocks/service/gateway.ts';
import type { Mocks } from '../../functions/mocks/service/mocks.ts';
import { targetSide } from '../../functions/mocks/service/target-side.ts';
import { replayOfAnyTenant } from '../../functions/mocks/store/active-replays.ts';
import type { Caller } from '../../functions/platform/http/api.ts';
import { prefixRoutesOf } from '../../functions/platform/http/prefix-endpoint.ts';
import { prefixRoutes } from '../../functions/platform/http/prefix-routes.ts';
import type { OutboundOutcome, OutboundRequest } from '../../functions/platform/outbound/outbound.ts';
import { silentLog } from '../contracts/silent-log.ts';
import { openMockStage, REPLAY_ID } from './mock-stage.ts';

/** Where the instance under test of the stage calls from: what `shop.test` resolves to. */
export const TARGET_ADDRESS = '10.0.0.9';

/** API keys of the stage. */
const KEYS: Readonly<Record<string, Caller>> = {
  'agent-key': { tenant: 'default', name: 'agent', scopes: ['agent'] },
  'admin-key': { tenant: 'default', name: 'admin', scopes: ['admin'] },
  'read-key': { tenant: 'default', name: 'reader', scopes: ['read'] },
  'key-of-another-tenant': { tenant: 'other', name: 'agent', scopes: ['agent'] },
};

export interface GatewayAsk {
  method?: string;
  /** By default the call names the replay of the stage. */
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
  /** Where the connection comes from; null: the host does not say. */
  address?: string | null;
  isGuarded?: boolean;
}

export type GatewayStage = ReturnType<typeof openGatewayStage>;

/** The gateway behind its route, over the mocks of `openMockStage`. */
export function openGatewayStage() {
  const stage = openMockStage();
  const sent: OutboundRequest[] = [];
  const names = new Map([['shop.test', [TARGET_ADDRESS]]]);
  let lookups = 0;
  const state = { real: { kind: 'timeout', durationMs: 1 } as OutboundOutcome };
  const applications = applicationStore(stage.table, 'default');
  const processes = new Map<string, Mocks>([['default', stage.mocks]]);
  const egress = {
    denial: async () => null,
    addresses: async (host: string) => {
      lookups++;
      return names.get(host) ?? (/^[\d.]+$|:/.test(host) ? [host] : []);
    },
  };
  const side = targetSide({ egress, elapsed: () => stage.clock.now });

  const targetsOf = (tenant: string) =>
    targets({
      table: stage.table,
      now: () => stage.clock.now,
      config: { targets: [], isLoopbackOnly: false },
      tenant,
      ownTargets: () => [],
    });

  function servicesOf(tenant: string): GatewayServices {
    const mocks = processes.get(tenant) ?? stage.process(tenant);
    processes.set(tenant, mocks);
    const http = {
      send: async (out: OutboundRequest) => {
        sent.push(out);
        return state.real;
      },
    };
    const ofTenant = tenant === 'default' ? applications : applicationStore(stage.table, tenant);
    return {
      applications: ofTenant,
      mocks,
      mockGateway: mockGateway({ mocks, applications: ofTenant, targets: targetsOf(tenant), http }),
      replayUnderWay: (replayId: string) => replayOfAnyTenant(stage, replayId),
      targetSide: side,
    } as unknown as GatewayServices; // what the gateway uses of them
  }

  function applicationOf(isGuarded: boolean): Hono {
    const app = new Hono();
    prefixRoutes(app, {
      routes: prefixRoutesOf([gateway], servicesOf),
      world: { now: () => stage.clock.now, log: silentLog },
      callerOf: async (headers) => KEYS[headers.get('x-api-key') ?? ''] ?? null,
      isGuarded,
    });
    return app;
  }

  return {
    ...stage,
    /** Asks an endpoint of the protocol of agents. */
    agent: stage.ask,
    names,
    sent,
    lookups: () => lookups,
    targets: targetsOf('default'),
    application: applicationOf(false),

    /** What the real services answer. */
    really(outcome: OutboundOutcome): void {
      state.real = outcome;
    },

    /** Asks the gateway as the host does: without a key, from the instance under test. */
    async ask(path: string, request: GatewayAsk = {}) {
      const { method = 'GET', headers = { 'x-replay-id': REPLAY_ID }, body, isGuarded = false } = request;
      const { address = TARGET_ADDRESS } = request;
      const env = address === null ? {} : { incoming: { socket: { remoteAddress: address } } };
      const answer = await applicationOf(isGuarded).request(
        `/mock${path}`,
        { method, headers, ...(body && { body }) },
        env,
      );
      const bytes = Buffer.from(await answer.arrayBuffer());
      return {
        status: answer.status,
        reason: answer.headers.get('x-replay-mock-reason'),
        headers: [...answer.headers].filter(([name]) => name !== 'x-request-id'),
        bytes,
        text: bytes.toString(),
      };
    },
  };
}

export const AGENT = { 'x-api-key': 'agent-key', 'x-replay-id': REPLAY_ID };
