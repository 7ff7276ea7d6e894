import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { DEFAULT_SETTINGS } from '../../domain/application-settings.ts';
import { notDefault } from '../../domain/changes/changed-names.ts';
import { SETTING_LABELS } from '../../domain/changes/setting-labels.ts';
import type { SettingName } from '../../domain/changes/setting-paths.ts';
import { noteText } from '../parts/note-text.ts';
import type { SettingsView } from '../settings-view.ts';
import { settingText } from './setting-text.ts';

/** The form that gives a setting its default again; its buttons stand in the lines. */
export const RESET_FORM = 'reset';

/** Below a setting: that it has its default, or what the default is, who changed it when and why, and a way back. */
export function settingState({ request, settings, notes, now }: SettingsView, name: SettingName): Html {
  if (!notDefault(settings).includes(name))
    return html`<p class="small muted">Default${name === 'furtherHeaders' && ': none'}</p>`;
  const note = notes[name];
  return html`<p class="small changed">Changed, default ${visible(settingText(DEFAULT_SETTINGS, name))}.${note && html` ${noteText(note, now)}`}${request.may('write') && html` <button class="link" form="${RESET_FORM}" name="reset" value="${name}">Reset<span class="hidden"> ${SETTING_LABELS[name]}</span></button>`}</p>`;
}
