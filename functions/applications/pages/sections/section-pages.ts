import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { ApplicationServices } from '../../composition.ts';
import type { ApplicationSettings } from '../../domain/application-settings.ts';
import { defaultChange } from '../../domain/changes/default-change.ts';
import { SETTING_LABELS } from '../../domain/changes/setting-labels.ts';
import { SETTING_NAMES } from '../../domain/changes/setting-paths.ts';
import { LOGIN_LABELS } from '../login/login-fields.ts';
import { LOGIN_CHOSEN } from '../parts/login-offer.ts';
import { REASON_LABEL } from '../parts/reason-field.ts';
import { SEALING_DONE } from '../parts/sealing.ts';
import { settingsPageOf } from '../parts/settings-page.ts';
import { SETTINGS_SECTIONS, type SettingsSectionName } from '../settings-sections.ts';
import type { SettingsView } from '../settings-view.ts';
import { TARGETS_DONE } from '../targets/targets-done.ts';

/** Services of all sections. */
export type SectionServices = Pick<
  ApplicationServices,
  | 'applications'
  | 'sealedSettings'
  | 'detectedLogins'
  | 'personalData'
  | 'recordedCalls'
  | 'lastRunMisses'
  | 'targets'
  | 'targetRequests'
  | 'recentRuns'
  | 'mainCoverage'
  | 'config'
  | 'now'
>;

/** A section of the settings. */
export interface SettingsSection {
  section: SettingsSectionName;
  /** The section, whose form is sent to `action`. */
  view(view: SettingsView, action: string, services: SectionServices): Html | Promise<Html>;
  /** What the form says of this section's settings, in the format of interface 10; `settings` are those before. */
  body(form: FormData, settings: ApplicationSettings): Record<string, unknown>;
  /** A refusal in the words of the form. */
  reworded?(refused: string): string;
  /** Saves what is stored elsewhere; returns why it was refused. */
  saveMore?(request: PageRequest, services: SectionServices): Promise<string | null>;
}

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = {
  saved: 'The settings are saved.',
  reset: 'The setting has its default again.',
  login: LOGIN_CHOSEN,
  ...SEALING_DONE,
  ...TARGETS_DONE,
};

const LABELS = { ...SETTING_LABELS, ...LOGIN_LABELS, mainOperations: 'Main endpoints', reason: REASON_LABEL };

/** The page of a section, and the form that changes this section only. */
export function sectionPages(one: SettingsSection): readonly [Page<SectionServices>, Page<SectionServices>] {
  const end = SETTINGS_SECTIONS.find(({ section }) => section === one.section)?.path ?? '';
  const path = `/console/apps/{appId}/settings${end}`;
  const actionOf = ({ params }: PageRequest) => `${applicationPath(params.appId ?? '')}/settings${end}`;

  async function page(request: PageRequest, services: SectionServices, form: FormData | null, errors: FieldErrors) {
    const { appId = '' } = request.params;
    const [settings, notes] = await Promise.all([
      (request.may('write') ? services.sealedSettings : services.applications).settings(appId),
      services.applications.notes(appId),
    ]);
    const view = { request, settings, notes, form, errors, now: services.now() };
    return settingsPageOf(request, services, {
      section: one.section,
      notices: html`${noticeOf(DONE, request.query)}${notice(errors.form, 'bad')}`,
      body: await one.view(view, actionOf(request), services),
    });
  }

  return [
    {
      method: 'GET',
      path,
      scope: 'read',
      answer: async (request, services) => ({ html: await page(request, services, null, {}) }),
    },
    {
      method: 'POST',
      path,
      scope: 'write',
      audits: 'settings.changed',

      async answer(request, services) {
        const { form } = request;
        const { appId = '' } = request.params;
        const name = SETTING_NAMES.find((known) => known === textOf(form, 'reset'));
        const body =
          name === undefined
            ? { ...one.body(form, await services.applications.settings(appId)), reason: textOf(form, 'reason') }
            : defaultChange(name);
        const refused =
          refusalOf(await request.ask('PUT', '/api/apps/{appId}/settings', { params: { appId }, body })) ??
          (name === undefined ? ((await one.saveMore?.(request, services)) ?? null) : null);
        if (refused === null)
          return { location: `${actionOf(request)}?done=${name === undefined ? 'saved' : 'reset'}` };
        const errors = errorsOf(one.reworded?.(refused) ?? refused, Object.keys(LABELS), LABELS);
        return { html: await page(request, services, form, errors), status: 422 };
      },
    },
  ];
}
