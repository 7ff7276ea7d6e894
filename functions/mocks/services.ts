import type { Composition } from '../platform/composition.ts';
import { intakeServices } from '../recordings/services.ts';
import { mockGateway } from './service/gateway.ts';
import { mocks } from './service/mocks.ts';
import { tenantOfReplay } from './store/active-replays.ts';

export interface MockServices extends ReturnType<typeof mockServices> {}

/** What answers downstream calls of replayed requests. */
export function mockServices({ config, world, tenant, use }: Composition<'table' | 'blobs' | 'keys'>) {
  const below = use(intakeServices);
  return { ...below, ...world, mocks: mocks({ ...world, ...below, tenant, retentionMs: config.caseRetentionMs }) };
}

export interface GatewayServices extends ReturnType<typeof gatewayServices> {}

/** The same with the gateway, which sends calls that are made for real. */
export function gatewayServices({ world, use }: Composition<'table' | 'blobs' | 'keys' | 'http'>) {
  const below = use(mockServices);
  return {
    ...below,
    mockGateway: mockGateway({ ...below, http: world.http }),
    /** The tenant of a replay that a caller without a credential names; null if none is under way. */
    tenantOf: async (named: { replayId?: string } | null): Promise<string | null> =>
      named?.replayId === undefined ? null : tenantOfReplay(world, named.replayId),
  };
}
