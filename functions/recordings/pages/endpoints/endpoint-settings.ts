import { html } from 'hono/html';
import * as v from 'valibot';
import type { EndpointPattern } from '../../../applications/domain/endpoint-patterns.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm, csrfField, field, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { table } from '../../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { count, counted } from '../../../platform/pages-shell/words.ts';
import { patternOffers } from '../../domain/endpoints/pattern-offers.ts';
import type { RecordingServices } from '../../services.ts';
import { type PatternsPreview, Previewed, patternsPreview } from './patterns-preview.ts';

const PATH = '/console/apps/{appId}/settings/endpoints';
/** How long one form renames recordings; what remains is continued by the next, ms. */
const BUDGET_MS = 10_000;
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = {
  saved: 'The patterns are saved, and every recording has its endpoint.',
  renaming: 'The patterns are saved. Some recordings still have their earlier endpoint.',
};

type Services = Pick<RecordingServices, 'applications' | 'recordings'>;

/** What a form showed last. */
interface Shown {
  error: string | null;
  preview: PatternsPreview | null;
}

/** Shows the path patterns of an application, offers more, and previews one. */
export const endpointSettingsPage: Page<Services> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  answer: async (request, services) => ({ html: await page(request, services, { error: null, preview: null }) }),
};

/** Previews, adds or removes patterns, and renames the stored recordings. */
export const changeEndpointSettings: Page<Services & Pick<RecordingServices, 'now'>> = {
  method: 'POST',
  path: PATH,
  scope: 'write',

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
    const refused = refusalOf(await request.ask('PUT', '/api/apps/{appId}/settings', asked));
    return refused === null
      ? renamed(request, services.now, null)
      : { html: await page(request, services, { error: refused, preview: null }), status: 422 };
  },
};

/** All patterns that would hold; a text says why they cannot be read, and null that the form is none. */
async function wantedPatterns(
  request: PageRequest,
  { applications }: Services,
  action: string,
): Promise<EndpointPattern[] | string | null> {
  const { form, params } = request;
  const { appId = '' } = params;
  const { endpoints } = await applications.settings(appId);
  const method = textOf(form, 'methods');
  const typed = { pattern: textOf(form, 'pattern').trim(), ...(method !== '' && { methods: method.split(' ') }) };
  switch (action) {
    case 'preview':
    case 'add':
      return together(endpoints, [typed]);
    case 'remove':
      return endpoints.filter((one) => keyOf(one) !== keyOf(typed));
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

const keyOf = ({ pattern, methods = [] }: EndpointPattern): string => `${methods.join(' ')} ${pattern}`;

const together = (before: readonly EndpointPattern[], added: readonly EndpointPattern[]): EndpointPattern[] => [
  ...new Map([...before, ...added].map((one) => [keyOf(one), one])).values(),
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
    // A place that is none any more begins again.
    after = answer.status < 400 ? v.parse(RenamedPage, answer.body).next : null;
  } while (after !== null && now() < until);
  const query = new URLSearchParams(after === null ? { done: 'saved' } : { done: 'renaming', after });
  return { location: `${applicationPath(appId)}/settings/endpoints?${query}` };
}

async function page(request: PageRequest, services: Services, { error, preview }: Shown): Promise<Html> {
  const { appId = '' } = request.params;
  const [{ endpoints }, recorded] = await Promise.all([
    services.applications.settings(appId),
    services.recordings.endpointsOf(appId),
  ]);
  const mayWrite = request.may('write');
  const action = `${applicationPath(appId)}/settings/endpoints`;
  const after = request.query.get('after');
  return applicationLayout({
    request,
    appId,
    tab: 'settings',
    title: `Path patterns of ${appId}`,
    heading: visible(appId),
    body: html`${noticeOf(DONE, request.query)}<p><a href="${applicationPath(appId)}/settings">Settings</a></p>
${after !== null && mayWrite && html`<div class="hint" role="status">${icon('review')}<p><strong>Recordings are being renamed.</strong> Continue as often as you like; nothing is done twice.</p>${actionForm(request, action, 'Continue', { fields: { do: 'rename', after } })}</div>`}
<section class="panel pad stack" aria-labelledby="patterns"><h2 id="patterns">Path patterns <span class="count">${count(endpoints.length)}</span></h2>
<p class="small muted">Requests of one pattern are one endpoint, in stored recordings as well. Numbers, UUIDs and long hexadecimal ids need no pattern.</p>
${table({
  caption: 'Path patterns in use',
  columns: [{ name: 'Pattern' }, { name: 'Methods' }, { name: 'Change', as: 'actions' }],
  rows: endpoints.map(({ pattern, methods }) => [
    html`<code>${visible(pattern)}</code>`,
    methods?.join(', ') ?? 'all',
    mayWrite &&
      actionForm(request, action, 'Remove', {
        fields: { do: 'remove', pattern, methods: methods?.join(' ') ?? '' },
        danger: true,
      }),
  ]),
  empty: 'No pattern yet',
})}</section>
${patternOffers(recorded).map(
  ({ pattern, endpoints: paths, samples }) =>
    html`<section class="hint" aria-label="Suggestion">${icon('review')}<p><strong>${counted(paths, 'endpoint')} differ in one segment only.</strong> They look like <code>${visible(pattern)}</code>, for example <code>${visible(samples[0] ?? '')}</code>.</p>${mayWrite && actionForm(request, action, 'Add pattern', { fields: { do: 'add', pattern } })}</section>`,
)}
${mayWrite && addForm(request, action, { error, preview })}`,
  });
}

function addForm(request: PageRequest, action: string, { error, preview }: Shown): Html {
  const { form } = request;
  const method = textOf(form, 'methods');
  return html`<form class="panel pad stack" method="post" action="${action}" aria-labelledby="add-title"><h2 id="add-title">Add a pattern</h2>${csrfField(request)}
<div class="field-row">${field({ name: 'pattern', label: 'Pattern', isOptional: false, value: textOf(form, 'pattern'), placeholder: '/users/{name}', hint: 'As in OpenAPI: a name in braces stands for one segment. Add a path without braces to keep it apart', error: error !== null && !error.startsWith('document') ? error : null })}
<div class="field"><label for="methods">Methods</label><select id="methods" name="methods"><option value="">All methods</option>${METHODS.map((one) => html`<option value="${one}"${one === method && html` selected`}>${one}</option>`)}</select></div></div>
<p class="row"><button name="do" value="preview">Preview</button><button class="primary" name="do" value="add">Add pattern</button></p>
<details${textOf(form, 'document') !== '' && html` open`}><summary>From an OpenAPI document</summary>${field({ name: 'document', label: 'Document', rows: 6, isOptional: false, value: textOf(form, 'document'), hint: 'JSON. Its paths become patterns, each with its methods', error: error?.startsWith('document') ? error : null })}
<p class="row"><button name="do" value="preview-document">Preview</button><button name="do" value="add-document">Add its paths</button></p></details>
${preview !== null && patternsPreview(preview)}</form>`;
}
