import { intactRows } from '../../../platform/table/intact-rows.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
import type { Item, Table } from '../../../platform/world.ts';
import type { CaseHead } from '../../domain/recorded-case.ts';
import type { casePayloads } from '../case-payloads.ts';
import { headKey, headOf, payloadKey } from '../case-rows.ts';
import { holdsVersion, versionReader, type WantedVersion } from './read-version.ts';

interface WantedCase extends WantedVersion {
  hasHead: boolean;
  hasPayload: boolean;
}

export interface CaseToSend {
  head: CaseHead | undefined;
  stored: StoredValue | undefined;
}

/** Reads cases in the versions that a run was planned with. */
export function versionReads(table: Table, tenant: string, payloads: ReturnType<typeof casePayloads>) {
  const readVersion = versionReader({ table, tenant, payloads });

  /** The payload in the row of the current one, if that is the version; else it is read. */
  const inVersion = async (row: Item | undefined, wanted: WantedVersion): Promise<StoredValue | undefined> =>
    !row || holdsVersion(row, wanted.version) ? payloads.stored(row) : readVersion(wanted);

  return {
    /** The payloads of versions of at most 1,000 cases, in order; undefined for one that is stored no longer. */
    async storedVersions(wanted: readonly WantedVersion[]): Promise<(StoredValue | undefined)[]> {
      const rows = await intactRows(
        table,
        wanted.map(({ caseId }) => payloadKey(tenant, caseId)),
      );
      return Promise.all(wanted.map((one, at) => inVersion(rows[at], one)));
    },

    /**
     * Cases to send, in order: of each the head and the payload of a version, if they are asked for; undefined if it no
     * longer exists, or is unreadable. What was changed a moment ago may be as it was before.
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
  };
}
