import { isObject } from '../../../platform/json/is-object.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import type { ApplicationSettings } from '../../domain/application-settings.ts';
import { settingValue } from '../../domain/changes/changed-names.ts';
import type { SettingName } from '../../domain/changes/setting-paths.ts';
import { paceText } from '../../domain/pacing/pace-text.ts';
import { loginText } from '../parts/login-text.ts';
import { SETTING_CHOICES } from './setting-choices.ts';

/** What a list counts, instead of naming its entries. */
const COUNTED: Readonly<Partial<Record<SettingName, string>>> = {
  endpoints: 'pattern',
  redact: 'field',
  builtInRules: 'rule',
};

/** The value of a setting in a few words: how its choice begins, and no value that may be a credential. */
export function settingText(settings: ApplicationSettings, name: SettingName): string {
  if (name === 'login') return loginText(settings.login);
  const value = settingValue(settings, name);
  if (name === 'baselineEnv') return typeof value === 'string' ? value : 'none';
  if (typeof value === 'boolean' && SETTING_CHOICES[name] === undefined) return value ? 'on' : 'off';
  if (typeof value === 'number') return numberText(name, value);
  if (Array.isArray(value)) return listText(name, value);
  // Added headers and settings by service: their names only.
  if (isObject(value)) return listText(name, Object.keys(value));
  const text = SETTING_CHOICES[name]?.find(([one]) => one === value)?.[1] ?? String(value);
  const [short = text] = text.split(/[,:;]/, 1);
  return short.charAt(0).toLowerCase() + short.slice(1);
}

/** A number with its unit. */
function numberText(name: SettingName, value: number): string {
  if (name === 'latencyLimit') return value === 0 ? 'none' : `${String(value)}×`;
  if (name === 'pace') return paceText(value);
  if (name === 'timeoutMs') return counted(value / 1000, 'second');
  const unit = { caseHours: 'hour', planDays: 'day' }[name as string];
  if (unit !== undefined) return value === 0 ? 'as the service' : counted(value, unit);
  return count(value);
}

function listText(name: SettingName, entries: readonly unknown[]): string {
  const one = COUNTED[name];
  if (entries.length === 0) return 'none';
  const all = one === undefined ? entries.join(', ') : counted(entries.length, one);
  return name === 'builtInRules' ? `${all} off` : all;
}
