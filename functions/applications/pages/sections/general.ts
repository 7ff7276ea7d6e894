import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { linesOf, numberOf, textOf } from '../../../platform/pages-shell/form-values.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { MAX_SAMPLE_RATE, MIN_SAMPLE_RATE } from '../../domain/recorder-settings.ts';
import type { SettingsView } from '../settings-view.ts';
import { changedTable } from './changed-table.ts';
import { mainEndpointsLine } from './main-endpoints-line.ts';
import { sectionForm } from './section-form.ts';
import type { SectionServices, SettingsSection } from './section-pages.ts';
import { choiceLine, numberLine, tickLine } from './setting-controls.ts';

/**
 * Main endpoints, names of endpoints, the search for causes and the recorder, with a list of everything that is
 * changed.
 */
export const general: SettingsSection = {
  section: 'general',

  async view(view: SettingsView, action: string, services: SectionServices): Promise<Html> {
    const { appId = '' } = view.request.params;
    const mains = await services.applications.mainOperations(appId);
    const coverage = mains.length === 0 ? null : await services.mainCoverage(appId, mains);
    return html`${sectionForm(view, {
      title: 'General',
      action,
      lines: html`${mainEndpointsLine(view, mains, coverage)}
${choiceLine(view, 'operationNaming', 'How requests are grouped')}
${tickLine(view, 'automaticAnalysis', 'When a run needs action or review, an analysis names likely causes', 'After each run')}
${numberLine(view, 'sampleRate', `Requests that the AREX agent records of each endpoint and instance, ${MIN_SAMPLE_RATE} to ${MAX_SAMPLE_RATE}. 0 pauses recording`, 'a minute')}`,
    })}
${await changedTable(view, services)}`;
  },

  body: (form) => ({
    operationNaming: textOf(form, 'operationNaming') || null,
    automaticAnalysis: form.has('automaticAnalysis'),
    recorder: { sampleRate: numberOf(form, 'sampleRate') },
  }),

  saveMore: saveMains,
};

/** Registers the main endpoints if the form changes them, so that their note keeps who did. */
async function saveMains(
  { ask, form, params }: PageRequest,
  { applications }: SectionServices,
): Promise<string | null> {
  const { appId = '' } = params;
  const reason = textOf(form, 'reason');
  const mainOperations = linesOf(form, 'mainOperations');
  const stored = await applications.mainOperations(appId);
  if (mainOperations.join('\n') === stored.join('\n')) return null;
  return refusalOf(
    await ask('POST', '/api/config/schedule/modify/UPDATE', { body: { appId, mainOperations, reason } }),
  );
}
