import * as v from 'valibot';
import { accept, type Result } from '../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/world.ts';
import { ApplicationSettings, changedSettings, DEFAULT_SETTINGS } from '../domain/application-settings.ts';
import { applicationKey } from './application-key.ts';

export type ApplicationStore = ReturnType<typeof applicationStore>;

const StoredSettings = v.object({ version: v.number(), settings: ApplicationSettings });
const StoredMains = v.object({ operations: v.array(v.string()) });

/**
 * Stores the settings of an application: pk `T#<tenant>#APP#<app>`, sk `SETTINGS` and `MAIN` (spec 4.7, interface 10).
 */
export function applicationStore(table: Table, tenant: string) {
  const settingsKey = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'SETTINGS' });
  const mainKey = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'MAIN' });

  async function stored(appId: string): Promise<v.InferOutput<typeof StoredSettings>> {
    const row = await table.get(settingsKey(appId));
    return row ? v.parse(StoredSettings, row) : { version: 0, settings: DEFAULT_SETTINGS };
  }

  return {
    /** Whether this appId has recordings or stored settings. */
    async isKnown(appId: string): Promise<boolean> {
      const { items } = await table.query({ pk: settingsKey(appId).pk, limit: 1 });
      return items.length > 0;
    },

    /** The settings of an application; by default the default settings. */
    settings: async (appId: string): Promise<ApplicationSettings> => (await stored(appId)).settings,

    /** Changes the members that are sent; two changes at one time both hold. */
    changeSettings: (appId: string, input: unknown): Promise<Result<ApplicationSettings, 'INVALID_SETTINGS'>> =>
      retryOnConflict(
        async () => {
          const { version, settings } = await stored(appId);
          const changed = changedSettings(settings, input);
          if (!changed.ok) return changed;
          const row = { ...settingsKey(appId), version: version + 1, settings: changed.value };
          const when = version === 0 ? ('absent' as const) : { version: { equals: version } };
          return (await table.put(row, { when })) ? accept(changed.value) : CONFLICT;
        },
        { subject: 'the settings' },
      ),

    /** Main endpoints registered for the coverage check; if empty, the check counts endpoints instead (spec 4.7). */
    async mainOperations(appId: string): Promise<string[]> {
      const row = await table.get(mainKey(appId));
      return row ? v.parse(StoredMains, row).operations : [];
    },

    /** Replaces the main endpoints; an empty list removes the registration. */
    async registerMainOperations(appId: string, operations: readonly string[]): Promise<void> {
      if (operations.length === 0) await table.remove(mainKey(appId));
      else await table.put({ ...mainKey(appId), operations: [...operations] });
    },
  };
}
