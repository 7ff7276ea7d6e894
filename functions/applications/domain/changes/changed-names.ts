import { isObject } from '../../../platform/json/is-object.ts';
import { type ApplicationSettings, DEFAULT_SETTINGS } from '../application-settings.ts';
import { SETTING_NAMES, SETTING_PATHS, type SettingName } from './setting-paths.ts';

/** The value of a setting; of the built-in rules those that are switched off. */
export function settingValue(settings: ApplicationSettings, name: SettingName): unknown {
  if (name === 'builtInRules')
    return Object.keys(settings.builtInRules)
      .filter((ruleId) => settings.builtInRules[ruleId] === false)
      .toSorted();
  return SETTING_PATHS[name].reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), settings);
}

/** The settings that differ between two versions. */
export const changedNames = (before: ApplicationSettings, after: ApplicationSettings): SettingName[] =>
  SETTING_NAMES.filter((name) => textOf(before, name) !== textOf(after, name));

/** The settings that differ from what an application has without any. */
export const notDefault = (settings: ApplicationSettings): SettingName[] => changedNames(DEFAULT_SETTINGS, settings);

const textOf = (settings: ApplicationSettings, name: SettingName): string =>
  JSON.stringify(settingValue(settings, name)) ?? '';
