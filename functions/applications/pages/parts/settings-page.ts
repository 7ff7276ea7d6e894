import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../../platform/pages-shell/application-layout.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ApplicationServices } from '../../composition.ts';
import { settingsNav } from '../settings-nav.ts';
import { SETTINGS_SECTIONS, type SettingsSectionName } from '../settings-sections.ts';

interface SettingsPageOptions {
  section: SettingsSectionName;
  /** What the title begins with, where it is not the section. */
  title?: string;
  /** Above the section and its links: what a form has done. */
  notices?: Html;
  body: Html;
}

/** A page of an application's settings: one section, with links to the others. */
export async function settingsPageOf(
  request: PageRequest,
  { applications, targets }: Pick<ApplicationServices, 'applications' | 'targets'>,
  { section, title, notices, body }: SettingsPageOptions,
): Promise<Html> {
  const { appId = '' } = request.params;
  const [settings, allowed] = await Promise.all([applications.settings(appId), targets.list(appId)]);
  const name = SETTINGS_SECTIONS.find((one) => one.section === section)?.text;
  return applicationLayout({
    request,
    appId,
    tab: 'settings',
    title: `${title ?? (section === 'general' ? 'Settings' : name)} of ${appId}`,
    heading: visible(appId),
    body: html`${notices}<div class="with-nav">${settingsNav(appId, { settings, hasTargets: allowed.targets.length > 0, section })}<div class="stack">${body}</div></div>`,
  });
}
