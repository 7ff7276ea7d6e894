import type { Composition } from '../platform/composition.ts';
import { intakeServices } from '../recordings/composition.ts';
import { mockGateway } from './service/gateway.ts';
import { mocks } from './service/mocks.ts';
import { targetSide } from './service/target-side.ts';
import { replayOfAnyTenant } from './store/active-replays.ts';
import { replayKeys } from './store/replay-keys.ts';
import { startupCalls } from './store/startup-calls.ts';

export interface MockServices extends ReturnType<typeof mockServices> {}

/** What answers downstream calls of replayed requests. */
export function mockServices({ config, world, tenant, use }: Composition<'table' | 'blobs' | 'keys'>) {
  const below = use(intakeServices);
  return {
    ...below,
    ...world,
    mocks: mocks({ ...world, ...below, tenant, retentionMs: config.caseRetentionMs }),
    replayKeys: use(replayKeysOf),
  };
}

/** The calls that applications made outside of requests. */
export const startupCallsOf = ({ config, world, tenant }: Composition<'table' | 'blobs'>) =>
  startupCalls(world, tenant, config.caseRetentionMs);

/** The keys that sign replayed requests, which agents verify with. */
export const replayKeysOf = ({ world, tenant }: Composition<'table' | 'keys'>) => replayKeys(world, tenant);

export interface GatewayServices extends ReturnType<typeof gatewayServices> {}

/** The same with the gateway, which sends calls that are made for real. */
export function gatewayServices({ world, use }: Composition<'table' | 'blobs' | 'keys' | 'http' | 'egress'>) {
  const below = use(mockServices);
  return {
    ...below,
    mockGateway: mockGateway({ ...below, http: world.http }),
    /** The replay that a caller without a key names; null if none is under way. */
    replayUnderWay: (replayId: string) => replayOfAnyTenant(world, replayId),
    targetSide: targetSide(world),
  };
}
