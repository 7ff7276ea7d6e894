import { html } from 'hono/html';
import { changedSettings, DEFAULT_SETTINGS } from '../../../applications/domain/application-settings.ts';
import { maxRetentionOf } from '../../../applications/domain/retention/max-retention.ts';
import { retentionCutoffs } from '../../../applications/domain/retention/retention-cutoffs.ts';
import type { RetentionSettings } from '../../../applications/domain/retention/retention-settings.ts';
import { REASON_LABEL } from '../../../applications/pages/parts/reason-field.ts';
import { settingsPageOf } from '../../../applications/pages/parts/settings-page.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { numberOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { errorsOf, refusalOf } from '../../../platform/pages-shell/refusal.ts';
import type { RecordingServices } from '../../composition.ts';
import { retentionEffect } from '../../service/retention/retention-effect.ts';
import { deletionStatus } from './deletion-status.ts';
import { retentionForm } from './retention-form.ts';
import { deletedText, previewedOf } from './retention-preview.ts';
import type { RetentionView } from './retention-view.ts';
import { storedNow } from './stored-now.ts';

const PATH = '/console/apps/{appId}/settings/retention';
const HOUR_MS = 3_600_000;
const LABELS = { caseHours: 'Recordings', planDays: 'Runs', reason: REASON_LABEL };

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = {
  saved: 'The settings are saved.',
  reset: 'The setting has its default again.',
};

type Services = Pick<
  RecordingServices,
  'applications' | 'recordings' | 'targets' | 'tabCounts' | 'retentionPasses' | 'runsBefore' | 'config' | 'now'
>;

/** What a form did that is shown instead of saved. */
type Shown = Pick<RetentionView, 'form' | 'errors' | 'preview'>;

/** How long an application keeps recordings and runs, within the maximum of the service, and how much is stored. */
export const retentionPage: Page<Services> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({
    html: await page(request, services, { form: null, errors: {}, preview: null }),
  }),
};

/** Previews what other values would delete, and saves them; what deletes something is previewed first. */
export const changeRetention: Page<Services> = {
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'settings.changed',

  async answer(request, services) {
    const { form, params } = request;
    const { appId = '' } = params;
    const max = maxRetentionOf(services.config);
    const reset = textOf(form, 'reset');
    const isReset = reset === 'caseHours' || reset === 'planDays';
    const retention = isReset ? { [reset]: 0 } : wanted(form, max);
    const rights = { allowed: [], rightTo: () => null, maxRetention: max };
    const body = { retention, ...(!isReset && { reason: textOf(form, 'reason') }) };
    const checked = changedSettings(DEFAULT_SETTINGS, body, rights);
    if (!checked.ok) return refused(request, services, checked.message);
    const preview = await retentionEffect(services, appId, checked.value.retention, max);
    const isConfirmed = isReset || deletedText(preview) === '' || textOf(form, 'previewed') === previewedOf(form);
    if (textOf(form, 'do') === 'preview' || !isConfirmed)
      return { html: await page(request, services, { form, errors: {}, preview }) };
    const message = refusalOf(await request.ask('PUT', '/api/apps/{appId}/settings', { params: { appId }, body }));
    if (message !== null) return refused(request, services, message);
    const done = isReset ? 'reset' : 'saved';
    return { location: `${applicationPath(appId)}/settings/retention?done=${done}` };
  },
};

const refused = async (request: PageRequest, services: Services, message: string) => {
  const errors = errorsOf(message, Object.keys(LABELS), LABELS);
  return { html: await page(request, services, { form: request.form, errors, preview: null }), status: 422 };
};

/** The values of the form; the maximum of the service is what it keeps without a setting. */
function wanted(form: FormData, max: RetentionSettings): Record<string, unknown> {
  const numberAt = (name: 'caseHours' | 'planDays') => {
    const typed = numberOf(form, name) ?? 0;
    return typed === max[name] ? 0 : typed;
  };
  return { caseHours: numberAt('caseHours'), planDays: numberAt('planDays') };
}

async function page(request: PageRequest, services: Services, shown: Shown): Promise<Html> {
  const { appId = '' } = request.params;
  const { applications, recordings, retentionPasses, config } = services;
  const now = services.now();
  const [{ retention: stored }, notes, counts, bytes, pinned, oldest, state] = await Promise.all([
    applications.settings(appId),
    applications.notes(appId),
    services.tabCounts(appId),
    recordings.bytesOf(appId),
    recordings.pinnedOf(appId),
    recordings.oldestHour(appId),
    retentionPasses.find(appId),
  ]);
  const max = maxRetentionOf(config);
  const cutoff = state?.pass?.cutoffs.cases ?? retentionCutoffs(stored, max, now).cases;
  const left = cutoff === null ? 0 : await recordings.countBefore(appId, cutoff);
  const retentionMs = Math.min(stored.caseHours || max.caseHours, max.caseHours) * HOUR_MS;
  return settingsPageOf(request, services, {
    section: 'retention',
    notices: html`${noticeOf(DONE, request.query)}${notice(shown.errors.form, 'bad')}`,
    body: html`${retentionForm({ request, stored, max, notes, now, ...shown }, { logHours: config.logRetentionMs / HOUR_MS, counts })}
${storedNow({ ...counts, bytes, pinned: pinned.cases, oldest, retentionMs }, now, deletionStatus(state, { left, now }))}`,
  });
}
