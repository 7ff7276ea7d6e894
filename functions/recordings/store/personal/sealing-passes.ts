import * as v from 'valibot';
import { applicationKey } from '../../../applications/domain/application-key.ts';
import type { Table } from '../../../platform/world.ts';

const StoredPass = v.object({
  /** Digests of the rules that it began with (seal-rule-digests.ts). */
  rules: v.array(v.string()),
  /** When its newest part ended, epoch ms. */
  at: v.number(),
  cases: v.number(),
  sealed: v.number(),
  missed: v.number(),
  next: v.nullable(v.string()),
});
type StoredPass = v.InferOutput<typeof StoredPass>;

/** How far the newest pass that seals stored recordings is: pk `T#<tenant>#APP#<app>`, sk `SEALING`. */
export function sealingPasses(table: Pick<Table, 'get' | 'put' | 'remove'>, tenant: string) {
  const keyOf = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'SEALING' });
  return {
    async of(appId: string): Promise<StoredPass | null> {
      const row = await table.get(keyOf(appId));
      return row ? v.parse(StoredPass, row) : null;
    },

    put: async (appId: string, pass: StoredPass): Promise<void> => {
      await table.put({ ...keyOf(appId), ...pass });
    },

    remove: async (appId: string): Promise<void> => {
      await table.remove(keyOf(appId));
    },
  };
}
