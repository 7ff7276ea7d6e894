import { auditOf } from '../login/services.ts';
import { type Composition, slot } from '../platform/composition.ts';
import { applicationStore } from './store/applications.ts';

/** Whether an application has a run. */
export const HAS_RUNS = slot<(appId: string) => Promise<boolean>>('runs of an application');

export interface ApplicationServices extends ReturnType<typeof applicationServices> {}

/** Settings of applications and their main endpoints. */
export const applicationServices = ({ config, world, tenant, use, bound }: Composition<'table'>) => ({
  ...world,
  config,
  audit: use(auditOf),
  applications: applicationStore(world.table, tenant),
  hasRuns: (appId: string) => bound(HAS_RUNS)(appId),
});
