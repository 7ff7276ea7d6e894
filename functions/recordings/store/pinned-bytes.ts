import * as v from 'valibot';
import { applicationKey } from '../../applications/domain/application-key.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/world.ts';

// `cases` is absent in rows of earlier versions.
const Pinned = v.looseObject({ bytes: v.number(), cases: v.optional(v.number(), 0), version: v.number() });

/** Counts pinned cases and their stored bytes (see `caseBytes`). */
export function pinnedBytes(table: Table, tenant: string) {
  const keyOf = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'BYTES.PINNED' });

  return {
    async pinnedOf(appId: string): Promise<{ bytes: number; cases: number }> {
      const row = await table.get(keyOf(appId));
      return row ? v.parse(Pinned, row) : { bytes: 0, cases: 0 };
    },

    /** Notes pinned cases with their bytes; both are negative where they are no longer pinned. */
    async addPinned(appId: string, bytes: number, cases: number): Promise<void> {
      const key = keyOf(appId);
      await retryOnConflict(
        async () => {
          const row = await table.get(key);
          const before = row ? v.parse(Pinned, row) : { bytes: 0, cases: 0, version: 0 };
          const after = {
            bytes: Math.max(0, before.bytes + bytes),
            cases: Math.max(0, before.cases + cases),
            version: before.version + 1,
          };
          const when = row ? { version: { equals: before.version } } : ('absent' as const);
          return (await table.put({ ...key, ...after }, { when })) ? true : CONFLICT;
        },
        { subject: 'the bytes of pinned cases' },
      );
    },
  };
}
