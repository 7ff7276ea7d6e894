import * as v from 'valibot';
import { accept, type Result } from '../../platform/result.ts';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import { type ApplicationSettings, changedSettings, type SettingsRights } from '../domain/application-settings.ts';
import { notedChange, type SettingNotes } from '../domain/changes/setting-notes.ts';
import type { AddedBy } from '../domain/endpoint-patterns.ts';
import { maskedSettings } from '../domain/masked-settings.ts';
import { DEFAULT_RETENTION, isSameRetention } from '../domain/retention/retention-settings.ts';
import { changeOfRetention } from './retention/retention-rows.ts';
import { settingsSeals } from './settings-seals.ts';
import { StoredSettings, settingsKey } from './stored-settings.ts';

/** Settings of applications with the credentials of their targets, which are sealed in the table. */
export function sealedSettings({ table, keys }: Pick<World, 'table' | 'keys'>, tenant: string) {
  const { seal, open } = settingsSeals(keys, tenant);

  async function stored(appId: string): Promise<StoredSettings | null> {
    const row = await table.get(settingsKey(tenant, appId));
    return row ? v.parse(StoredSettings, row) : null;
  }

  /** False if the settings have changed since `row` was read. */
  async function write(
    appId: string,
    row: StoredSettings | null,
    settings: ApplicationSettings,
    notes: SettingNotes = row?.notes ?? {},
    author?: AddedBy,
  ): Promise<boolean> {
    const put = {
      ...settingsKey(tenant, appId),
      version: (row?.version ?? 0) + 1,
      settings: maskedSettings(settings),
      notes,
      ...(await seal(appId, settings)),
    };
    const when = row === null ? ('absent' as const) : { version: { equals: row.version } };
    const before = row?.settings.retention ?? DEFAULT_RETENTION;
    if (isSameRetention(before, settings.retention)) return table.put(put, { when });
    // Together, so that what is now too old is deleted whatever ends this process.
    return table.transact([{ put, when }, changeOfRetention(tenant, appId, author)]);
  }

  return {
    /** The settings of an application, by default the default settings. */
    settings: async (appId: string): Promise<ApplicationSettings> => open(appId, await stored(appId)),

    /**
     * Changes the members that are sent; two changes at the same time both hold. By default with the rights of an
     * administrator. Returns the settings before and after.
     */
    changeSettings: (
      appId: string,
      input: unknown,
      rights?: SettingsRights,
    ): Promise<Result<{ before: ApplicationSettings; after: ApplicationSettings }, 'INVALID_SETTINGS'>> =>
      retryOnConflict(
        async () => {
          const row = await stored(appId);
          const before = await open(appId, row);
          const changed = changedSettings(before, input, rights);
          if (!changed.ok) return changed;
          const after = changed.value;
          const { author, reason } = rights ?? {};
          const note = author && { ...author, ...(reason !== undefined && { reason }) };
          const notes = notedChange(row?.notes ?? {}, before, after, note);
          return (await write(appId, row, after, notes, author)) ? accept({ before, after }) : CONFLICT;
        },
        { subject: 'the settings' },
      ),

    /** Seals values that an earlier version stored as they are. A change in between has sealed them. */
    async seal(appId: string): Promise<void> {
      const row = await stored(appId);
      if (row === null || row.sealedHeaders !== undefined) return;
      if (Object.keys(row.settings.replay.headers.set).length > 0) await write(appId, row, row.settings);
    },
  };
}
