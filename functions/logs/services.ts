import type { Composition, TenantLog } from '../platform/composition.ts';
import { recordingServices } from '../recordings/services.ts';
import { logRowStore } from './store/log-rows.ts';
import { logRowsWriter } from './store/log-rows-writer.ts';

export interface LogServices extends ReturnType<typeof logServices> {}

/** Log rows of applications and of the service itself, and the recordings that their page links to. */
export const logServices = ({ world, use }: Composition<'table' | 'blobs'>) => ({
  ...use(recordingServices),
  ...world,
  logRows: use(logRowsOf),
});

/** The log of a tenant, whose lines are stored with the rows of its applications (interface 2.8). */
export function tenantLog({ world, config, use }: Composition<'table' | 'blobs'>): TenantLog {
  return logRowsWriter(world, config.logPipeline ? config.logLevel : 'SILENT', use(logRowsOf).append);
}

const logRowsOf = ({ world, tenant, config }: Composition<'table' | 'blobs'>) =>
  logRowStore(world, tenant, config.logRetentionMs);
