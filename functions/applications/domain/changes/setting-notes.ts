import * as v from 'valibot';
import type { ApplicationSettings } from '../application-settings.ts';
import type { AddedBy } from '../endpoint-patterns.ts';
import { changedNames } from './changed-names.ts';

/** Who changed each setting last, and when (ISO-8601), by the names of SETTING_PATHS. */
export const SettingNotes = v.record(v.string(), v.object({ at: v.string(), by: v.string() }));
export type SettingNotes = v.InferOutput<typeof SettingNotes>;

/** The notes after a change; what the service changes without a caller keeps its earlier note. */
export const notedChange = (
  notes: SettingNotes,
  before: ApplicationSettings,
  after: ApplicationSettings,
  author: AddedBy | undefined,
): SettingNotes =>
  author === undefined
    ? notes
    : { ...notes, ...Object.fromEntries(changedNames(before, after).map((name) => [name, author])) };
