import { counted } from '../../../platform/pages-shell/texts.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { DEFAULT_SETTINGS } from '../../domain/application-settings.ts';
import { notDefault } from '../../domain/changes/changed-names.ts';
import { SETTING_LABELS } from '../../domain/changes/setting-labels.ts';
import type { SettingNote } from '../../domain/changes/setting-notes.ts';
import type { SettingName } from '../../domain/changes/setting-paths.ts';
import { SETTINGS_SECTIONS, type SettingsSectionName } from '../settings-sections.ts';
import type { SettingsView } from '../settings-view.ts';
import type { SectionServices } from './section-pages.ts';
import { settingText } from './setting-text.ts';

interface ChangedRow {
  label: string;
  section: SettingsSectionName;
  value: string;
  /** The value is a name or an address, and not a word of ours. */
  isName: boolean;
  byDefault: string;
  /** Undefined for changes of earlier versions, and of the service itself. */
  note: SettingNote | undefined;
}

/** What differs from the default, with who changed it when and why; the latest change first. */
export async function changedRows(
  appId: string,
  { settings, notes }: SettingsView,
  { applications, targets }: Pick<SectionServices, 'applications' | 'targets'>,
): Promise<ChangedRow[]> {
  const [mains, mainsNote, allowed] = await Promise.all([
    applications.mainOperations(appId),
    applications.mainsNote(appId),
    targets.list(appId),
  ]);
  const own = notDefault(settings).map((name) => ({
    label: SETTING_LABELS[name],
    section: sectionOf(name),
    value: settingText(settings, name),
    isName: NAMES.has(name) && settingText(settings, name) !== 'none',
    byDefault: settingText(DEFAULT_SETTINGS, name),
    note: notes[name],
  }));
  const beside: (ChangedRow | false)[] = [
    mains.length > 0 && {
      label: 'Main endpoints',
      section: 'general',
      value: counted(mains.length, 'endpoint'),
      isName: false,
      byDefault: 'none',
      note: mainsNote,
    },
    allowed.targets.length > 0 && {
      label: 'Targets that may receive credentials',
      section: 'replay',
      value: counted(allowed.targets.length, 'address', 'addresses'),
      isName: false,
      byDefault: 'none',
      note: latestOf(allowed.targets),
    },
  ];
  const all = [...own, ...beside.filter((row) => row !== false)];
  return all.toSorted((a, b) => (b.note?.at ?? '').localeCompare(a.note?.at ?? ''));
}

/** Settings whose values are names of headers, or addresses. */
const NAMES: ReadonlySet<SettingName> = new Set(['set', 'always', 'remove', 'furtherHeaders', 'baselineEnv']);

const sectionOf = (name: SettingName): SettingsSectionName =>
  SETTINGS_SECTIONS.find(({ settings }) => (settings as readonly SettingName[]).includes(name))?.section ?? 'general'; // a tuple's includes takes its own members only

const latestOf = (targets: readonly { allowedBy: string; at: number }[]): SettingNote | undefined => {
  const latest = targets.toSorted((a, b) => b.at - a.at)[0];
  return latest && { at: isoText(latest.at), by: latest.allowedBy };
};
