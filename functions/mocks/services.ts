import type { Composition } from '../platform/composition.ts';
import { intakeServices } from '../recordings/services.ts';
import { mocks } from './service/mocks.ts';

export interface MockServices extends ReturnType<typeof mockServices> {}

/** What answers downstream calls of replayed requests. */
export function mockServices({ config, world, tenant, use }: Composition<'table' | 'blobs' | 'keys'>) {
  const below = use(intakeServices);
  return { ...below, ...world, mocks: mocks({ ...world, ...below, tenant, retentionMs: config.caseRetentionMs }) };
}
