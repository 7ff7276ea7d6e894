import { applicationKey } from '../../../applications/domain/application-key.ts';
import type { Table } from '../../../platform/world.ts';
import { pinnedBytes } from '../pinned-bytes.ts';
import { countedHours } from './counted-hours.ts';

/** Counts what a retention concerns, without reading a case: a row per hour of arrival and process. */
export function earlyCounts(table: Table, tenant: string) {
  const hoursOf = (appId: string, to?: number) => countedHours(table, applicationKey(tenant, appId), to);
  return {
    /** How many rolling cases came in before a full hour (epoch ms). */
    countBefore: async (appId: string, hour: number): Promise<number> =>
      (await hoursOf(appId, hour)).reduce((sum, { cases }) => sum + cases, 0),

    /** The hour in which the oldest rolling case came in, epoch ms; undefined without one. */
    oldestHour: async (appId: string): Promise<number | undefined> => (await hoursOf(appId))[0]?.from,

    /** How many cases are pinned, and their bytes. */
    pinnedOf: pinnedBytes(table, tenant).pinnedOf,
  };
}
