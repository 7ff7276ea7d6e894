import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { actionForm, checkbox, csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { textOf, textsOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager, table, time } from '../../platform/pages-shell/list-parts.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import type { LoginServices } from '../services.ts';
import type { ApiKeyScope } from '../store/api-keys.ts';

const PATH = '/console/keys';
const LISTED = 100;

/** What each scope of interface 4.8 allows. */
const SCOPES: Readonly<Record<ApiKeyScope, string>> = {
  read: 'read everything',
  write: 'start replays, change rules, marks and settings',
  record: 'send recordings and log rows',
  agent: 'ask for mocks, as an agent in the service under test',
  'eval:read': 'read evaluations, gates and scores',
  'eval:run': 'resolve workflows, commit artifacts, start and cancel evaluations',
  'eval:policy': 'change online policies',
  'eval:admin': 'register and revoke evaluation hosts',
  'scores:write': 'write scores',
  admin: 'everything, keys and people too',
};

const Made = v.object({ body: v.object({ name: v.string(), key: v.string() }) });

/** The API keys of the tenant. */
export const keysPage: Page<Pick<LoginServices, 'apiKeys'>> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await page(request, services, {}) }),
};

/** Creates a key and shows it once. */
export const makeKey: Page<Pick<LoginServices, 'apiKeys'>> = {
  method: 'POST',
  path: PATH,
  scope: 'admin',

  async answer(request, services) {
    const { form } = request;
    const scopes = textsOf(form, 'scopes');
    const answer = await request.ask('POST', '/api/api-keys', { body: { name: textOf(form, 'name'), scopes } });
    const refused = errorsOf(refusalOf(answer), ['name', 'scopes']);
    const errors = refused.scopes && scopes.length === 0 ? { scopes: 'Tick what it may do.' } : refused;
    const made = v.safeParse(Made, answer.body);
    return made.success
      ? { html: await page(request, services, {}, made.output.body) }
      : { html: await page(request, services, errors), status: 422 };
  },
};

/** Removes a key; removing a missing key succeeds as well. */
export const removeKey: Page = {
  method: 'POST',
  path: `${PATH}/{id}/remove`,
  scope: 'admin',

  async answer(request) {
    await request.ask('DELETE', '/api/api-keys/{id}', { params: { id: request.params.id ?? '' } });
    return { location: `${PATH}?done=removed` };
  },
};

async function page(
  request: PageRequest,
  { apiKeys }: Pick<LoginServices, 'apiKeys'>,
  errors: FieldErrors,
  made?: { name: string; key: string },
): Promise<Html> {
  const { items, next } = await apiKeys.page(request.caller.tenant, {
    limit: LISTED,
    after: request.query.get('cursor'),
  });
  const { form } = request;
  const isWrong = Object.keys(errors).length > 0;
  return layout({
    title: 'API keys',
    request,
    section: 'keys',
    body: html`${made && notice(html`<p>The key <strong>${made.name}</strong>. It is shown this once: keep it now.</p><code class="key">${made.key}</code>`)}
${request.query.get('done') === 'removed' && !made && !isWrong && notice('The key is removed, and refused from now on.')}
<p>A build, a recorder or an agent sends one as <code>x-api-key</code>.</p>
${table({
  caption: 'API keys',
  columns: [
    { name: 'Name' },
    { name: 'Scopes' },
    { name: 'Made', as: 'time' },
    { name: 'Last used', as: 'time' },
    { name: 'Actions', as: 'actions' },
  ],
  rows: items.map(({ id, name, scopes, createdAt, lastUsedAt }) => [
    name,
    scopes.join(', '),
    time(createdAt),
    lastUsedAt === null ? 'never' : time(lastUsedAt),
    actionForm(request, `${PATH}/${id}/remove`, html`Remove<span class="visually-hidden"> ${name}</span>`, {
      danger: true,
      confirm: `Remove the key ${name}? Requests with it are refused at once.`,
    }),
  ]),
  empty: 'There is none yet.',
})}
${pager(request, next)}
<h2>Make a key</h2>
<form class="panel" method="post" action="${PATH}">${csrfField(request)}${notice(errors.form, 'bad')}
${field({ name: 'name', label: 'Name', required: true, maxlength: 200, value: isWrong ? textOf(form, 'name') : '', hint: 'Whose it is, such as the build of shop.', error: errors.name ?? null })}
<fieldset><legend>What it may do</legend>${API_KEY_SCOPES.map((scope) =>
      checkbox(
        'scopes',
        html`<strong>${scope}</strong>: ${SCOPES[scope]}`,
        isWrong && textsOf(form, 'scopes').includes(scope),
        scope,
        `scopes-${scope}`,
      ),
    )}${errors.scopes && html`<p class="error" role="alert">${errors.scopes}</p>`}</fieldset>
<button>Make it</button></form>`,
  });
}
