import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { SETTING_LABELS } from '../../domain/changes/setting-labels.ts';
import type { SettingName } from '../../domain/changes/setting-paths.ts';
import type { SettingsView } from '../settings-view.ts';
import { settingState } from './setting-state.ts';
import { settingText } from './setting-text.ts';

interface LineOptions {
  help: string | Html;
  /** The control, whose id is the setting's name; readers see the value in its place. */
  control: Html;
  /** False for a control with a label of its own, such as a checkbox. */
  isLabelled?: false;
  /** What the page calls it where the section's heading has its name. */
  label?: string;
}

/** One setting: its name and help, its control, and whether it has its default. */
export function settingLine(
  view: SettingsView,
  name: SettingName,
  { help, control, isLabelled, label = SETTING_LABELS[name] }: LineOptions,
): Html {
  const mayWrite = view.request.may('write');
  const error = view.errors[name];
  return html`<div class="setting"><div>${mayWrite && isLabelled !== false ? html`<label for="${name}">${label}</label>` : html`<strong>${label}</strong>`}<p class="small muted" id="${name}-hint">${help}</p></div>
<div>${mayWrite ? control : html`<p>${visible(settingText(view.settings, name))}</p>`}${mayWrite && error !== undefined && html`<p class="error" id="${name}-error">${visible(error)}</p>`}${settingState(view, name)}</div></div>`;
}
