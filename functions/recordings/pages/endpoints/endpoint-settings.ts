import { html } from 'hono/html';
import * as v from 'valibot';
import { type EndpointPattern, patternKey } from '../../../applications/domain/endpoint-patterns.ts';
import { settingsPageOf } from '../../../applications/pages/parts/settings-page.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { RecordingServices } from '../../composition.ts';
import { patternOffers } from '../../domain/endpoints/pattern-offers.ts';
import { patternRecordings } from '../../service/pattern-recordings.ts';
import { patternForm, type ShownPatternForm } from './pattern-form.ts';
import { patternsPanel } from './patterns-panel.ts';
import { Previewed } from './patterns-preview.ts';

const PATH = '/console/apps/{appId}/settings/endpoints';
/** How long one form renames recordings; what remains is continued by the next, ms. */
const BUDGET_MS = 10_000;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = {
  saved: 'The patterns are saved, and every recording has its endpoint.',
  renaming: 'The patterns are saved. Some recordings still have their earlier endpoint.',
};

type Services = Pick<RecordingServices, 'applications' | 'recordings' | 'targets' | 'now'>;

/** Shows the path patterns of an application, offers more, and previews one. */
export const endpointSettingsPage: Page<Services> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({ html: await page(request, services, { error: null, preview: null }) }),
};

/** Previews, adds or removes patterns, and renames the stored recordings. */
export const changeEndpointSettings: Page<Services> = {
  method: 'POST',
  path: PATH,
  scope: 'write',
  audits: 'settings.changed',

  async answer(request, services) {
    const { form, params } = request;
    const { appId = '' } = params;
    const action = textOf(form, 'do');
    const after = textOf(form, 'after') || null;
    if (action === 'rename') return renamed(request, services.now, after);
    const wanted = await wantedPatterns(request, services, action);
    if (wanted === null) return { html: problemPage('bad-form', request), status: 422 };
    if (typeof wanted === 'string')
      return { html: await page(request, services, { error: wanted, preview: null }), status: 422 };
    const asked = { params: { appId }, body: { endpoints: wanted } };
    if (action === 'preview' || action === 'preview-document') {
      const answer = await request.ask('POST', '/api/recorder/apps/{appId}/path-patterns', asked);
      const refused = refusalOf(answer);
      if (refused !== null)
        return { html: await page(request, services, { error: refused, preview: null }), status: 422 };
      return { html: await page(request, services, { error: null, preview: v.parse(Previewed, answer.body) }) };
    }
    const body = { ...asked.body, reason: textOf(form, 'reason') };
    const refused = refusalOf(await request.ask('PUT', '/api/apps/{appId}/settings', { ...asked, body }));
    return refused === null
      ? renamed(request, services.now, null)
      : { html: await page(request, services, { error: refused, preview: null }), status: 422 };
  },
};

/** All patterns that would hold; a text says why they cannot be read, and null that the form is not a preview. */
async function wantedPatterns(
  request: PageRequest,
  { applications }: Services,
  action: string,
): Promise<EndpointPattern[] | string | null> {
  const { form, params } = request;
  const { appId = '' } = params;
  const { endpoints } = await applications.settings(appId);
  const method = textOf(form, 'methods');
  const methods = method === '' ? {} : { methods: method.split(' ') };
  const typed = { pattern: textOf(form, 'pattern').trim(), ...methods };
  const apart = textOf(form, 'apart').trim();
  switch (action) {
    case 'preview':
    case 'add':
      return together(endpoints, [typed, ...(apart === '' ? [] : [{ pattern: apart, ...methods }])]);
    case 'remove':
      return endpoints.filter((one) => patternKey(one) !== patternKey(typed));
    case 'preview-document':
    case 'add-document': {
      const document = v.safeParse(v.pipe(v.string(), v.parseJson()), textOf(form, 'document'));
      if (!document.success) return 'document is not JSON';
      const answer = await request.ask('POST', '/api/recorder/apps/{appId}/path-patterns', {
        params: { appId },
        body: { endpoints: document.output },
      });
      const refused = refusalOf(answer);
      return refused ?? together(endpoints, v.parse(Previewed, answer.body).settings);
    }
    default:
      return null;
  }
}

const together = (before: readonly EndpointPattern[], added: readonly EndpointPattern[]): EndpointPattern[] => [
  ...new Map([...before, ...added].map((one) => [patternKey(one), one])).values(),
];

const RenamedPage = v.object({ renamed: v.number(), next: v.nullable(v.string()) });

/** Renames recordings until all are, or the time is over. */
async function renamed({ ask, params }: PageRequest, now: () => number, from: string | null) {
  const { appId = '' } = params;
  const until = now() + BUDGET_MS;
  let after = from;
  do {
    const answer = await ask('PATCH', '/api/recorder/apps/{appId}/operations', {
      params: { appId },
      body: { after },
    });
    // A place that no longer exists begins again.
    after = answer.status < 400 ? v.parse(RenamedPage, answer.body).next : null;
  } while (after !== null && now() < until);
  const query = new URLSearchParams(after === null ? { done: 'saved' } : { done: 'renaming', after });
  return { location: `${applicationPath(appId)}/settings/endpoints?${query}` };
}

async function page(request: PageRequest, services: Services, { error, preview }: ShownPatternForm): Promise<Html> {
  const { appId = '' } = request.params;
  const [settings, recorded] = await Promise.all([
    services.applications.settings(appId),
    services.recordings.endpointsOf(appId),
  ]);
  const patterns = settings.endpoints;
  const counts = await patternRecordings(services.recordings, appId, { patterns, recorded });
  const mayWrite = request.may('write');
  const action = `${applicationPath(appId)}/settings/endpoints`;
  const after = request.query.get('after');
  return settingsPageOf(request, services, {
    section: 'endpoints',
    notices: html`${noticeOf(DONE, request.query)}`,
    body: html`${after !== null && mayWrite && html`<div class="hint" role="status">${icon('review')}<p><strong>Recordings are being renamed.</strong> Continue as often as you like; nothing is done twice.</p>${actionForm(request, action, 'Continue', { fields: { do: 'rename', after } })}</div>`}
${patternsPanel(request, { action, patterns, counts, now: services.now() })}
${patternOffers(recorded).map(
  ({ pattern, endpoints, samples }) =>
    html`<section class="hint sample" aria-label="Suggestion">${icon('review')}<p><strong>${counted(endpoints, 'endpoint')} differ in one segment only.</strong> They look like <code>${visible(pattern)}</code>, for example <code>${visible(samples[0] ?? '')}</code>.</p>${mayWrite && actionForm(request, action, 'Add pattern', { fields: { do: 'add', pattern } })}</section>`,
)}
${mayWrite && patternForm(request, action, { error, preview })}`,
  });
}
