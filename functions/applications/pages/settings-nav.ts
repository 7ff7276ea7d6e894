import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { count } from '../../platform/pages-shell/texts.ts';
import type { ApplicationSettings } from '../domain/application-settings.ts';
import { notDefault } from '../domain/changes/changed-names.ts';
import type { SettingName } from '../domain/changes/setting-paths.ts';
import { SETTINGS_SECTIONS, type SettingsSectionName } from './settings-sections.ts';

interface NavOptions {
  settings: ApplicationSettings;
  /** Whether a target is allowed, which counts as a changed value of its section. */
  hasTargets: boolean;
  section: SettingsSectionName;
}

/** The links to the sections of the settings, each with how many of its values differ from their defaults. */
export function settingsNav(appId: string, { settings, hasTargets, section: current }: NavOptions): Html {
  const changed = new Set(notDefault(settings));
  const path = `${applicationPath(appId)}/settings`;
  return html`<nav class="side-nav" aria-label="Settings"><ul>${SETTINGS_SECTIONS.map((one) => {
    const names: readonly SettingName[] = one.settings;
    const number = names.filter((name) => changed.has(name)).length + (one.section === 'replay' && hasTargets ? 1 : 0);
    return html`<li><a href="${path}${one.path}"${one.section === current && html` aria-current="page"`}>${one.text}${number > 0 && html` <small>${count(number)} changed</small>`}</a></li>`;
  })}</ul></nav>`;
}
