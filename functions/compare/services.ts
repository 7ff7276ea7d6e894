import { applicationServices } from '../applications/services.ts';
import type { Composition } from '../platform/composition.ts';
import { ruleStore } from './store/rules.ts';

export interface CompareServices extends ReturnType<typeof compareServices> {}

/** Compare rules of applications. */
export function compareServices({ world, tenant, use }: Composition<'table' | 'blobs'>) {
  const below = use(applicationServices);
  return { ...below, ...world, rules: ruleStore({ ...world, applications: below.applications }, tenant) };
}
