import * as v from 'valibot';
import { applicationKey } from '../domain/application-key.ts';
import { ApplicationSettings } from '../domain/application-settings.ts';
import { SettingNotes } from '../domain/changes/setting-notes.ts';

/** Settings as rows hold them. */
export const StoredSettings = v.object({
  version: v.number(),
  /**
   * `replay.headers.set` and `login.request` have masks for values, which are sealed; rows of earlier versions have the
   * values of the headers.
   */
  settings: ApplicationSettings,
  /** The values of `replay.headers.set` as JSON, sealed; absent in those rows. */
  sealedHeaders: v.optional(v.string()),
  /** `login.request` as JSON, sealed; absent if the application has none. */
  sealedLogin: v.optional(v.string()),
  /** Who changed what last, and why. Empty in rows of earlier versions. */
  notes: v.optional(SettingNotes, {}),
});
export type StoredSettings = v.InferOutput<typeof StoredSettings>;

/** pk `T#<tenant>#APP#<app>`, sk `SETTINGS` (interface 10). */
export const settingsKey = (tenant: string, appId: string) => ({ pk: applicationKey(tenant, appId), sk: 'SETTINGS' });
