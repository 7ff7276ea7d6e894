import { intactRows } from '../../platform/table/intact-rows.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { Table } from '../../platform/world.ts';
import type { CaseHead, CasePayload } from '../domain/recorded-case.ts';
import type { casePayloads } from './case-payloads.ts';
import { headKey, headOf, payloadKey } from './case-rows.ts';
import { versionReads } from './versions/version-reads.ts';

/** Maximum rows per read of the table. */
const BATCH = 1000;

/** Reads cases by their ids. */
export function caseReads(table: Table, tenant: string, payloads: ReturnType<typeof casePayloads>) {
  const payloadRows = (caseIds: readonly string[]) =>
    intactRows(
      table,
      caseIds.map((caseId) => payloadKey(tenant, caseId)),
    );

  return {
    /** Throws DamagedData if its row is damaged. */
    async find(caseId: string): Promise<CaseHead | undefined> {
      const row = await table.get(headKey(tenant, caseId));
      return row && headOf(row);
    },

    /** One entry per caseId, in order; undefined if a case no longer exists, or is unreadable. */
    async payloads(caseIds: readonly string[]): Promise<(CasePayload | undefined)[]> {
      const found: (CasePayload | undefined)[] = [];
      for (let at = 0; at < caseIds.length; at += BATCH) {
        const rows = await payloadRows(caseIds.slice(at, at + BATCH));
        found.push(...(await Promise.all(rows.map((row) => undefinedIfDamaged(payloads.read(row))))));
      }
      return found;
    },

    /** The payload of a case, to be read where it is used; undefined if the case no longer exists, or is unreadable. */
    storedPayload: async (caseId: string): Promise<StoredValue | undefined> =>
      payloads.stored(await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)))),

    /** The same for at most 1,000 cases, in order. */
    storedPayloads: async (caseIds: readonly string[]): Promise<(StoredValue | undefined)[]> =>
      (await payloadRows(caseIds)).map(payloads.stored),

    ...versionReads(table, tenant, payloads),

    /** Whether a case exists whose head or payload is damaged. */
    async isUnreadable(caseId: string): Promise<boolean> {
      let isDamaged = false;
      const note = () => {
        isDamaged = true;
      };
      await undefinedIfDamaged(table.get(headKey(tenant, caseId)), note);
      const row = await undefinedIfDamaged(table.get(payloadKey(tenant, caseId)), note);
      return isDamaged || (row !== undefined && payloads.isDamaged(row));
    },
  };
}
