import { DEFAULT_SETTINGS } from '../application-settings.ts';
import { BUILT_IN_HEADERS } from '../built-in-headers.ts';
import { settingValue } from './changed-names.ts';
import { SETTING_PATHS, type SettingName } from './setting-paths.ts';

/** The change of settings (interface 10) that gives one its default again. */
export function defaultChange(name: SettingName): Record<string, unknown> {
  const value =
    name === 'builtInRules'
      ? Object.fromEntries(BUILT_IN_HEADERS.map(({ ruleId }) => [ruleId, true]))
      : // null would leave it unchanged.
        name === 'baselineEnv'
        ? 'none'
        : settingValue(DEFAULT_SETTINGS, name);
  const [first, ...below] = SETTING_PATHS[name];
  return { [first]: below.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) };
}
