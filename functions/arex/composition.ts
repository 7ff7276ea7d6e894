import { mockServices } from '../mocks/composition.ts';
import type { Composition } from '../platform/composition.ts';
import { arexRecords } from './store/arex-records.ts';

export interface ArexServices extends ReturnType<typeof arexServices> {}

/** What answers the Java agent of AREX. */
export function arexServices({ world, tenant, use }: Composition<'table' | 'blobs' | 'keys'>) {
  const below = use(mockServices);
  return { ...below, ...world, arexRecords: arexRecords(world, tenant) };
}
