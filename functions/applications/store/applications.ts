import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/world.ts';
import { applicationKey } from '../domain/application-key.ts';
import { type ApplicationSettings, DEFAULT_SETTINGS } from '../domain/application-settings.ts';
import { SettingNote, type SettingNotes } from '../domain/changes/setting-notes.ts';
import { maskedSettings } from '../domain/masked-settings.ts';
import { type RedactRule, withRules } from '../domain/redact-rule.ts';
import { StoredSettings, settingsKey } from './stored-settings.ts';

export type ApplicationStore = ReturnType<typeof applicationStore>;

// `changed` is absent in rows of earlier versions.
const StoredMains = v.object({
  operations: v.array(v.string()),
  changed: v.optional(SettingNote),
});

/** Stores the main endpoints of an application: pk `T#<tenant>#APP#<app>`, sk `MAIN` (spec 4.7); reads its settings. */
export function applicationStore(table: Table, tenant: string) {
  const mainKey = (appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'MAIN' });

  return {
    /** Whether this appId has recordings or stored settings. */
    async isKnown(appId: string): Promise<boolean> {
      const { items } = await table.query({ pk: applicationKey(tenant, appId), limit: 1 });
      return items.length > 0;
    },

    /**
     * The settings of an application, by default the default settings; of the headers that replays set only the names
     * (sealed-settings.ts opens their values).
     */
    async settings(appId: string): Promise<ApplicationSettings> {
      const row = await table.get(settingsKey(tenant, appId));
      return row ? maskedSettings(v.parse(StoredSettings, row).settings) : DEFAULT_SETTINGS;
    },

    /** Who changed which setting last, when and why. */
    async notes(appId: string): Promise<SettingNotes> {
      const row = await table.get(settingsKey(tenant, appId));
      return row ? v.parse(StoredSettings, row).notes : {};
    },

    /** Adds rules that redact, and leaves sealed values of the settings as they are; returns all rules. */
    addRedactRules: (appId: string, rules: readonly RedactRule[]): Promise<RedactRule[]> =>
      retryOnConflict(
        async () => {
          const row = await table.get(settingsKey(tenant, appId));
          const stored = row ? v.parse(StoredSettings, row) : { version: 0, settings: DEFAULT_SETTINGS };
          const { settings, version } = stored;
          const redact = withRules(settings.redact, rules);
          const item = {
            ...settingsKey(tenant, appId),
            ...stored,
            version: version + 1,
            settings: { ...settings, redact },
          };
          const when = row ? { version: { equals: version } } : 'absent';
          return (await table.put(item, { when })) ? redact : CONFLICT;
        },
        { subject: 'the settings' },
      ),

    /** Main endpoints registered for the coverage check; if empty, the check counts endpoints instead (spec 4.7). */
    async mainOperations(appId: string): Promise<string[]> {
      const row = await table.get(mainKey(appId));
      return row ? v.parse(StoredMains, row).operations : [];
    },

    /** Who registered the main endpoints last, when and why; undefined without them and in earlier rows. */
    async mainsNote(appId: string): Promise<SettingNote | undefined> {
      const row = await table.get(mainKey(appId));
      return row && v.parse(StoredMains, row).changed;
    },

    /** Replaces the main endpoints; an empty list removes the registration. */
    async registerMainOperations(appId: string, operations: readonly string[], changed?: SettingNote): Promise<void> {
      if (operations.length === 0) await table.remove(mainKey(appId));
      else await table.put({ ...mainKey(appId), operations: [...operations], ...(changed && { changed }) });
    },
  };
}
