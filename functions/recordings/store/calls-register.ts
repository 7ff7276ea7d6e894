import { applicationKey } from '../../applications/domain/application-key.ts';
import type { Table } from '../../platform/world.ts';

/**
 * Whether downstream calls of an application were recorded or reported, so that its replays are prepared for some: pk
 * `T#<tenant>#APP#<app>`, sk `CALLS`. What an instance knows costs it nothing.
 */
export function callsRegister(table: Table, tenant: string) {
  const known = new Set<string>();
  const keyOf = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'CALLS' });

  return {
    /** Whether this instance knows that there are some. */
    isKnown: (appId: string): boolean => known.has(appId),

    async has(appId: string): Promise<boolean> {
      if (known.has(appId)) return true;
      if ((await table.get(keyOf(appId))) === undefined) return false;
      known.add(appId);
      return true;
    },

    async note(appId: string): Promise<void> {
      if (known.has(appId)) return;
      await table.put(keyOf(appId));
      known.add(appId);
    },
  };
}
