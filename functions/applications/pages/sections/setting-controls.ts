import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { shownChecked, shownValue } from '../../../platform/pages-shell/form-values.ts';
import { settingValue } from '../../domain/changes/changed-names.ts';
import type { SettingName } from '../../domain/changes/setting-paths.ts';
import type { SettingsView } from '../settings-view.ts';
import { SETTING_CHOICES } from './setting-choices.ts';
import { settingLine } from './setting-line.ts';

/** What is announced with a control. */
const about = ({ errors }: SettingsView, name: SettingName): Html =>
  html`id="${name}" name="${name}" aria-describedby="${name}-hint${errors[name] !== undefined && ` ${name}-error`}"${errors[name] !== undefined && html` aria-invalid="true"`}`;

const stored = ({ settings }: SettingsView, name: SettingName): string => String(settingValue(settings, name));

/** A setting that is a whole number. */
export const numberLine = (view: SettingsView, name: SettingName, help: string, unit: string): Html =>
  settingLine(view, name, {
    help,
    control: html`<span class="row"><input ${about(view, name)} inputmode="numeric" required value="${shownValue(view.form, name, stored(view, name))}"> <span class="small muted">${unit}</span></span>`,
  });

/** A setting that is one of some values. */
export const choiceLine = (view: SettingsView, name: SettingName, help: string | Html): Html => {
  const chosen = shownValue(view.form, name, stored(view, name));
  return settingLine(view, name, {
    help,
    control: html`<select ${about(view, name)}>${(SETTING_CHOICES[name] ?? []).map(
      ([value, text]) => html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
    )}</select>`,
  });
};

/** A setting that is on or off. */
export const tickLine = (view: SettingsView, name: SettingName, help: string, text: string): Html =>
  settingLine(view, name, {
    help,
    isLabelled: false,
    control: html`<label class="tick"><input type="checkbox" ${about(view, name)}${shownChecked(view.form, name, settingValue(view.settings, name) === true) && html` checked`}> ${text}</label>`,
  });

/** A setting of several lines; `text` is the stored value as it is typed. */
export const textLine = (
  view: SettingsView,
  name: SettingName,
  help: string | Html,
  text: string,
  rows = 3,
  placeholder?: string,
): Html =>
  settingLine(view, name, {
    help,
    control: html`<textarea rows="${rows}" spellcheck="false"${placeholder && html` placeholder="${placeholder}"`} ${about(view, name)}>${shownValue(view.form, name, text)}</textarea>`,
  });
