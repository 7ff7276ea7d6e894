import type { Composition } from '../platform/composition.ts';
import { scheduleStore } from '../replay/schedules/store/schedules.ts';
import { reportServices } from '../report/services.ts';

export interface ConsoleServices extends ReturnType<typeof consoleServices> {}

/** Services of the application overview. */
export const consoleServices = ({ world, tenant, use }: Composition<'table' | 'blobs' | 'workflows'>) => ({
  ...use(reportServices),
  schedules: scheduleStore(world.table, tenant),
});
