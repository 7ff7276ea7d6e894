import { type Composition, slot, type TenantLog } from '../platform/composition.ts';
import { recordingServices } from '../recordings/composition.ts';
import { logRowStore } from './store/log-rows.ts';
import { logRowsWriter } from './store/log-rows-writer.ts';
import { lookupFileStore } from './store/lookup-files.ts';

/** A run as a search of logs names it; times in epoch ms. */
export interface LoggedRun {
  planId: string;
  appId: string;
  title: string;
  from: number;
  /** Null while it runs. */
  to: number | null;
}

/** A request whose logs are searched by its trace. */
export interface LoggedTrace {
  traceId: string;
  operation: string;
  method?: string | undefined;
}

/** The runs of applications, for searches of their logs. */
export interface LoggedRuns {
  find(planId: string): Promise<LoggedRun | undefined>;
  /** The latest runs of an application, newest first. */
  latest(appId: string, limit: number): Promise<LoggedRun[]>;
  /** At most `most` traces of a run's latest round, those of failing requests first; and whether these are all. */
  tracesOf(planId: string, most: number): Promise<{ traces: LoggedTrace[]; isAll: boolean }>;
}
export const LOGGED_RUNS = slot<LoggedRuns>('runs whose logs are searched');

export interface LogServices extends ReturnType<typeof logServices> {}

/** Log rows of applications and of the service itself, and the recordings and runs that they are found by. */
export const logServices = ({ world, use, bound }: Composition<'table' | 'blobs'>) => {
  const loggedRuns: LoggedRuns = {
    find: (planId) => bound(LOGGED_RUNS).find(planId),
    latest: (appId, limit) => bound(LOGGED_RUNS).latest(appId, limit),
    tracesOf: (planId, most) => bound(LOGGED_RUNS).tracesOf(planId, most),
  };
  return { ...use(recordingServices), ...world, logRows: use(logRowsOf), lookupFiles: use(lookupFilesOf), loggedRuns };
};

/** The log of a tenant, whose lines are stored with the rows of its applications (interface 2.8). */
export function tenantLog({ world, config, use }: Composition<'table' | 'blobs'>): TenantLog {
  return logRowsWriter(world, config.logPipeline ? config.logLevel : 'SILENT', use(logRowsOf).append);
}

const logRowsOf = ({ world, tenant, config }: Composition<'table' | 'blobs'>) =>
  logRowStore(world, tenant, config.logRetentionMs);

const lookupFilesOf = ({ world, tenant }: Composition<'table' | 'blobs'>) => lookupFileStore(world, tenant);
