import { applicationKey } from '../../applications/domain/application-key.ts';
import { reloadedValues } from '../../platform/time/reloaded-value.ts';
import type { World } from '../../platform/world.ts';

/** How long it is remembered that an application has no calls, ms: another process may note the first one. */
const MAX_ABSENCE_AGE_MS = 200;
/** Maximum applications without calls that are remembered. */
const MAX_ABSENT = 1000;

/**
 * Whether downstream calls of an application were recorded or reported, so that its replays are prepared for some: pk
 * `T#<tenant>#APP#<app>`, sk `CALLS`. What an instance knows costs it nothing.
 */
export function callsRegister({ table, elapsed }: Pick<World, 'table' | 'elapsed'>, tenant: string) {
  const known = new Set<string>();
  const keyOf = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'CALLS' });
  const looked = reloadedValues(async (appId) => (await table.get(keyOf(appId))) !== undefined, {
    now: elapsed,
    everyMs: MAX_ABSENCE_AGE_MS,
    retryMs: null,
    maxKeys: MAX_ABSENT,
  });

  function noteKnown(appId: string): void {
    known.add(appId);
    looked.forget(appId);
  }

  return {
    /** Whether this instance knows that there are some. */
    isKnown: (appId: string): boolean => known.has(appId),

    async has(appId: string): Promise<boolean> {
      if (known.has(appId)) return true;
      const found = await looked.get(appId);
      if (found) noteKnown(appId);
      return found || known.has(appId);
    },

    async note(appId: string): Promise<void> {
      if (known.has(appId)) return;
      await table.put(keyOf(appId));
      noteKnown(appId);
    },
  };
}
