import { applicationKey, appPart } from '../../applications/store/application-key.ts';
import type { Item, Table } from '../../platform/world.ts';

const BATCH = 1000;

/** Registers the endpoints and applications of cases; those already registered by this instance cost nothing. */
export function operationRegister(table: Table, tenant: string) {
  const known = new Set<string>();

  async function register(cases: readonly { appId: string; operation: string }[]): Promise<void> {
    const rows = new Map<string, Item>();
    for (const { appId, operation } of cases) {
      const row = { pk: applicationKey(tenant, appId), sk: `OP#${operation}` };
      const name = `${row.pk} ${row.sk}`;
      if (known.has(name)) continue;
      rows.set(name, row);
      rows.set(row.pk, { pk: `T#${tenant}#APPS`, sk: appPart(appId) });
    }
    const items = [...rows.values()];
    for (let at = 0; at < items.length; at += BATCH) await table.batchPut(items.slice(at, at + BATCH));
    for (const name of rows.keys()) known.add(name);
  }

  return {
    register,

    /** Whether this instance has registered the endpoint of a case. */
    isRegistered: ({ appId, operation }: { appId: string; operation: string }): boolean =>
      known.has(`${applicationKey(tenant, appId)} OP#${operation}`),

    /** Takes an application off the list; its endpoints are registered again by the next case. */
    async forget(appId: string): Promise<void> {
      const own = applicationKey(tenant, appId);
      await table.remove({ pk: `T#${tenant}#APPS`, sk: appPart(appId) });
      for (const name of known) if (name === own || name.startsWith(`${own} `)) known.delete(name);
    },
  };
}
