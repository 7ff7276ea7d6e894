import { intactRows } from '../../platform/table/intact-rows.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { Item, Table } from '../../platform/world.ts';
import type { CaseHead, CasePayload } from '../domain/recorded-case.ts';
import type { casePayloads } from './case-payloads.ts';
import { headKey, headOf, payloadKey } from './case-rows.ts';
import { holdsVersion, versionReader, type WantedVersion } from './versions/read-version.ts';

/** Maximum rows per read of the table. */
const BATCH = 1000;

interface WantedCase extends WantedVersion {
  hasHead: boolean;
  hasPayload: boolean;
}

export interface CaseToSend {
  head: CaseHead | undefined;
  stored: StoredValue | undefined;
}

/** Reads cases by their ids. */
export function caseReads(table: Table, tenant: string, payloads: ReturnType<typeof casePayloads>) {
  const payloadRows = (caseIds: readonly string[]) =>
    intactRows(
      table,
      caseIds.map((caseId) => payloadKey(tenant, caseId)),
    );

  const readVersion = versionReader({ table, tenant, payloads });

  /** The payload in the row of the current one, if that is the version; else it is read. */
  const inVersion = async (row: Item | undefined, wanted: WantedVersion): Promise<StoredValue | undefined> =>
    !row || holdsVersion(row, wanted.version) ? payloads.stored(row) : readVersion(wanted);

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

    /** The payloads of versions of at most 1,000 cases, in order; undefined for one that is stored no longer. */
    async storedVersions(wanted: readonly WantedVersion[]): Promise<(StoredValue | undefined)[]> {
      const rows = await payloadRows(wanted.map(({ caseId }) => caseId));
      return Promise.all(wanted.map((one, at) => inVersion(rows[at], one)));
    },

    /**
     * Cases to send, in order: of each the head and the payload of a version, if they are asked for; undefined if it no longer
     * exists, or is unreadable. What was changed a moment ago may be as it was before.
     */
    async toSend(wanted: readonly WantedCase[]): Promise<CaseToSend[]> {
      const keys = wanted.flatMap(({ caseId, hasHead, hasPayload }) => [
        ...(hasHead ? [headKey(tenant, caseId)] : []),
        ...(hasPayload ? [payloadKey(tenant, caseId)] : []),
      ]);
      const rows = keys.length === 0 ? [] : await intactRows(table, keys, { mayBeStale: true });
      const found = rows.values();
      const inRows = wanted.map((one) => ({
        one,
        head: one.hasHead ? found.next().value : undefined,
        payload: one.hasPayload ? found.next().value : undefined,
      }));
      return Promise.all(
        inRows.map(async ({ one, head, payload }) => ({
          head: head && headOf(head),
          stored: await inVersion(payload, one),
        })),
      );
    },

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
