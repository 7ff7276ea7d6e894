import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { queryAll } from '../../platform/table/query-all.ts';
import type { Table } from '../../platform/world.ts';

/** Begins the sort keys of the rows that count rolling cases (see `caseBytes`). */
export const BYTES_PREFIX = 'BYTES#';
/** How long a sum is used before the rows are read again, for what other processes have written. */
const SUM_MS = 60_000;

/** A row of one hour and process. `cases` is absent in rows of earlier versions. */
export const BytesRow = v.looseObject({ sk: v.string(), bytes: v.number(), cases: v.optional(v.number(), 0) });

/** Rolling cases of applications and their bytes, remembered for a while. */
export function rollingSums(table: Table, tenant: string, now: () => number) {
  const sums = new Map<string, { at: number; rolling: number; cases: number }>();

  return {
    async of(appId: string): Promise<{ rolling: number; cases: number }> {
      const known = sums.get(appId);
      if (known && Math.abs(now() - known.at) < SUM_MS) return known;
      const sum = { at: now(), rolling: 0, cases: 0 };
      const rows = queryAll(table, { pk: applicationKey(tenant, appId), prefix: BYTES_PREFIX });
      for await (const row of rows) {
        const { bytes, cases } = v.parse(BytesRow, row);
        sum.rolling += bytes;
        sum.cases += cases;
      }
      sums.set(appId, sum);
      return sum;
    },

    /** Adds what this process has just counted to a sum that is remembered. */
    add(appId: string, bytes: number, cases: number): void {
      const sum = sums.get(appId);
      if (sum === undefined) return;
      sum.rolling += bytes;
      sum.cases += cases;
    },
  };
}
