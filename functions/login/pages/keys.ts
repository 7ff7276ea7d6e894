import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { actionForm, checkbox, choice, csrfField, field, notice } from '../../platform/pages-shell/form-parts.ts';
import { numberOf, textOf, textsOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager, table } from '../../platform/pages-shell/list-parts.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { API_KEY_SCOPES } from '../../platform/values/scope.ts';
import type { LoginServices } from '../composition.ts';
import { DEFAULT_OVERLAP_HOURS } from '../domain/api-key.ts';
import type { ApiKey, ApiKeyScope } from '../store/api-keys.ts';

type Services = Pick<LoginServices, 'apiKeys' | 'now'>;

const PATH = '/console/keys';
const LISTED = 100;

/** What each scope of interface 4.8 allows. */
const SCOPES: Readonly<Record<ApiKeyScope, string>> = {
  read: 'read everything',
  write: 'start runs, change rules, marks and settings',
  record: 'send recordings and log rows',
  agent: 'request mocks, as an agent in the service under test',
  'eval:read': 'read evaluations, gates and scores',
  'eval:run': 'resolve workflows, commit artifacts, start and cancel evaluations',
  'eval:policy': 'change online policies',
  'eval:admin': 'register and revoke evaluation hosts',
  'scores:write': 'write scores',
  admin: 'everything, including keys and users',
};

const Made = v.object({ body: v.object({ name: v.string(), key: v.string() }) });

/** The API keys of the tenant. */
export const keysPage: Page<Services> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await page(request, services, {}) }),
};

/** Creates a key and shows it once. */
export const makeKey: Page<Services> = {
  method: 'POST',
  path: PATH,
  scope: 'admin',

  async answer(request, services) {
    const { form } = request;
    const scopes = textsOf(form, 'scopes');
    const body = { name: textOf(form, 'name'), scopes, expiresAt: timeOf(form, 'expiresAt') };
    const answer = await request.ask('POST', '/api/api-keys', { body });
    const refused = errorsOf(refusalOf(answer), ['name', 'scopes', 'expiresAt'], { expiresAt: 'The expiry' });
    const errors = refused.scopes && scopes.length === 0 ? { scopes: 'Select at least one scope.' } : refused;
    const made = v.safeParse(Made, answer.body);
    return made.success
      ? { html: await page(request, services, {}, made.output.body) }
      : { html: await page(request, services, errors), status: 422 };
  },
};

/** Gives a key a new secret and shows it once. */
export const rotateKey: Page<Services> = {
  method: 'POST',
  path: `${PATH}/rotate`,
  scope: 'admin',

  async answer(request, services) {
    const { form } = request;
    const params = { id: textOf(form, 'key') };
    const newEnd = timeOf(form, 'newEnd');
    const body = { overlapHours: numberOf(form, 'overlapHours'), expiresAt: newEnd };
    const answer = await request.ask('POST', '/api/api-keys/{id}/rotate', { params, body });
    const rotated = v.safeParse(Made, answer.body);
    if (rotated.success) return { html: await page(request, services, {}, rotated.output.body) };
    const { expiresAt, ...refused } = errorsOf(refusalOf(answer), ['overlapHours', 'expiresAt'], ROTATION_LABELS);
    const errors = { ...refused, ...(expiresAt !== undefined && { newEnd: expiresAt }) };
    return { html: await page(request, services, errors), status: 422 };
  },
};

const ROTATION_LABELS = { overlapHours: 'The overlap', expiresAt: 'The expiry' };

/** The time of a field in UTC; undefined if it is empty. */
function timeOf(form: FormData, name: string): string | undefined {
  const text = textOf(form, name);
  return text === '' ? undefined : `${text}Z`;
}

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
  { apiKeys, now }: Services,
  errors: FieldErrors,
  made?: { name: string; key: string },
): Promise<Html> {
  const { items, next } = await apiKeys.page(request.caller.tenant, {
    limit: LISTED,
    after: request.query.get('cursor'),
  });
  const { form } = request;
  const isWrong = Object.keys(errors).length > 0;
  const isOfNew = isWrong && form.has('name');
  return layout({
    title: 'API keys',
    request,
    section: 'keys',
    body: html`${made && notice(html`<p>The key <strong>${made.name}</strong>. It is shown only now: copy it.</p><code class="key">${made.key}</code>`)}
${request.query.get('done') === 'removed' && !made && !isWrong && notice('The key is removed. Requests with it are now rejected.')}
<p>Builds, recorders and agents send a key as <code>x-api-key</code>.</p>
${table({
  caption: 'API keys',
  columns: [
    { name: 'Name' },
    { name: 'Scopes' },
    { name: 'Created', as: 'time' },
    { name: 'Last used', as: 'time' },
    { name: 'Expires', as: 'time' },
    { name: 'Actions', as: 'actions' },
  ],
  rows: items.map(({ id, name, scopes, createdAt, lastUsedAt, validUntil, previousValidUntil }) => [
    previousValidUntil === null || now() >= previousValidUntil
      ? name
      : html`${visible(name)} <span class="muted">(the old secret expires ${relativeTime(previousValidUntil, now())})</span>`,
    scopes.join(', '),
    relativeTime(createdAt, now()),
    relativeTime(lastUsedAt, now()) ?? 'never',
    validUntil === null ? 'never' : html`${now() >= validUntil && 'expired '}${relativeTime(validUntil, now())}`,
    actionForm(request, `${PATH}/${id}/remove`, html`Remove<span class="hidden"> ${name}</span>`, {
      danger: true,
      confirm: `Remove the key ${name}? Requests with it are rejected immediately.`,
    }),
  ]),
  empty: 'No API keys yet',
})}
${pager(request, next)}
<h2>Create an API key</h2>
<form class="panel pad" method="post" action="${PATH}">${csrfField(request)}${isOfNew && notice(errors.form, 'bad')}
${field({ name: 'name', label: 'Name', required: true, maxlength: 200, value: isOfNew ? textOf(form, 'name') : '', hint: 'What uses it, such as the build of shop.', error: errors.name ?? null })}
<fieldset><legend>Scopes</legend>${API_KEY_SCOPES.map((scope) =>
      checkbox(
        'scopes',
        html`<strong>${scope}</strong>: ${SCOPES[scope]}`,
        isOfNew && textsOf(form, 'scopes').includes(scope),
        scope,
        `scopes-${scope}`,
      ),
    )}${errors.scopes && html`<p class="error" role="alert">${errors.scopes}</p>`}</fieldset>
${field({ name: 'expiresAt', label: 'Expiry (UTC)', type: 'datetime-local', value: isOfNew ? textOf(form, 'expiresAt') : '', hint: 'The key is rejected from then on. At most two years away. Default: valid until it is removed.', error: errors.expiresAt ?? null })}
<button class="primary">Create key</button></form>
${items.length > 0 && rotation(request, items, isWrong && !isOfNew, errors)}`,
  });
}

function rotation(request: PageRequest, keys: readonly ApiKey[], isWrong: boolean, errors: FieldErrors): Html {
  const { form } = request;
  const shown = (name: string, otherwise: string) => (isWrong ? textOf(form, name) : otherwise);
  return html`<h2>Rotate a key</h2>
<form class="panel pad" method="post" action="${PATH}/rotate">${csrfField(request)}${isWrong && notice(errors.form, 'bad')}
<div class="columns">${choice({ name: 'key', label: 'Key', value: shown('key', ''), options: keys.map(({ id, name }) => [id, name] as const) })}
${field({ name: 'overlapHours', label: 'Overlap in hours', type: 'number', required: true, value: shown('overlapHours', String(DEFAULT_OVERLAP_HOURS)), hint: 'How long the old secret stays valid, 0 to 168. With 0 it is rejected immediately.', error: errors.overlapHours ?? null })}
${field({ name: 'newEnd', label: 'New expiry (UTC)', type: 'datetime-local', value: shown('newEnd', ''), hint: 'Leave empty to keep the expiry.', error: errors.newEnd ?? null })}</div>
<button class="primary">Rotate key</button></form>`;
}
