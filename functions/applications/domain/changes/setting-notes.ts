import * as v from 'valibot';
import type { ApplicationSettings } from '../application-settings.ts';
import { changedNames } from './changed-names.ts';

/** Who changed a setting last, when (ISO-8601) and why. `reason` is absent if the person gave none. */
export const SettingNote = v.object({ at: v.string(), by: v.string(), reason: v.optional(v.string()) });
export type SettingNote = v.InferOutput<typeof SettingNote>;

/** The notes of settings, by the names of SETTING_PATHS. */
export const SettingNotes = v.record(v.string(), SettingNote);
export type SettingNotes = v.InferOutput<typeof SettingNotes>;

/** The notes after a change; what the service changes without a caller keeps its earlier note. */
export const notedChange = (
  notes: SettingNotes,
  before: ApplicationSettings,
  after: ApplicationSettings,
  note: SettingNote | undefined,
): SettingNotes =>
  note === undefined
    ? notes
    : { ...notes, ...Object.fromEntries(changedNames(before, after).map((name) => [name, note])) };
