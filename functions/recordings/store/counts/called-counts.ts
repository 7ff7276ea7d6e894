import * as v from 'valibot';
import { applicationKey } from '../../../applications/domain/application-key.ts';
import type { RecordedCalls } from '../../../applications/domain/calls/recorded-calls.ts';
import { queryAll } from '../../../platform/table/query-all.ts';
import type { Table } from '../../../platform/world.ts';
import { CalledServices } from '../../domain/called/called-services.ts';
import { type CalledRow, mergedCalls } from '../../domain/called/recorded-calls.ts';
import { pinnedBytes } from '../pinned-bytes.ts';
import { BYTES_PREFIX, BytesRow } from '../rolling-sums.ts';

/**
 * Reads how often the stored cases of an application call each service: the counts stand in the rows of `caseBytes`,
 * one per hour of retention and process.
 */
export function calledCounts(table: Table, tenant: string) {
  const { pinnedOf } = pinnedBytes(table, tenant);
  return async (appId: string): Promise<RecordedCalls> => {
    const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: BYTES_PREFIX });
    const hours = await Array.fromAsync(rows, (row): CalledRow => {
      const { sk, cases, called } = v.parse(HourRow, row);
      return { hour: Number(sk.split('#')[1]), cases, called: called ?? null };
    });
    return mergedCalls(hours, await pinnedOf(appId));
  };
}

/** `called` is absent in rows of earlier versions. */
const HourRow = v.object({ ...BytesRow.entries, called: v.optional(CalledServices) });
