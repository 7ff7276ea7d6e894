import { html } from 'hono/html';
import { ROLES } from '../domain/login/roles.ts';
import type { Services } from '../http/api.ts';
import type { Html, Page, PageRequest } from '../http/page-route.ts';
import { choice, csrfField, field, notice } from './form-parts.ts';
import { textOf } from './form-values.ts';
import { layout } from './layout.ts';
import { pager, table, time } from './list-parts.ts';
import { errorsOf, type FieldErrors, refusalOf } from './refusal.ts';

const PATH = '/console/audit';
const LISTED = 100;

/** Who changed what, newest first, and the form that gives people their roles. */
export const auditPage: Page = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await page(request, services, {}) }),
};

/** Gives a person a role. */
export const appointUser: Page = {
  method: 'POST',
  path: PATH,
  scope: 'admin',

  async answer(request, services) {
    const { form } = request;
    const refused = refusalOf(
      await request.ask('PUT', '/api/users/{userName}', {
        params: { userName: textOf(form, 'userName') },
        body: { role: textOf(form, 'role') },
      }),
    );
    if (refused === null) return { location: `${PATH}?done=appointed` };
    return { html: await page(request, services, errorsOf(refused, ['userName', 'role'])), status: 422 };
  },
};

async function page(request: PageRequest, { audit }: Services, errors: FieldErrors): Promise<Html> {
  const { items, next } = await audit.page({ limit: LISTED, after: request.query.get('cursor') });
  const isWrong = Object.keys(errors).length > 0;
  return layout({
    title: 'Audit',
    request,
    section: 'audit',
    body: html`${request.query.get('done') === 'appointed' && !isWrong && notice('The role holds from the next request on.')}
${table({
  caption: 'Who changed what, newest first',
  columns: [{ name: 'When' }, { name: 'Who' }, { name: 'What' }, { name: 'Of' }],
  rows: items.map(({ at, who, action, subject }) => [
    time(at),
    who,
    html`<code>${action}</code>`,
    Object.entries(subject)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  ]),
  empty: 'Nothing has been changed yet.',
})}
${pager(request, next)}
<h2>Give somebody a role</h2>
<form class="panel" method="post" action="${PATH}">${csrfField(request)}${notice(errors.form, 'bad')}
<div class="columns">${field({ name: 'userName', label: 'Mail address', type: 'email', required: true, value: isWrong ? textOf(request.form, 'userName') : '', error: errors.userName ?? null })}
${choice({
  name: 'role',
  label: 'Role',
  value: isWrong ? textOf(request.form, 'role') : 'member',
  options: ROLES.map((role) => [role, ROLE_TEXTS[role]] as const),
  error: errors.role ?? null,
})}</div><button class="quiet">Give it</button></form>`,
  });
}

/** What each role may do. */
const ROLE_TEXTS: Readonly<Record<(typeof ROLES)[number], string>> = {
  viewer: 'viewer: reads',
  member: 'member: reads, starts replays, changes rules',
  admin: 'admin: everything, keys and people too',
};
