import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { choice, csrfField, field, notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager, table, time } from '../../platform/pages-shell/list-parts.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { ROLES } from '../domain/roles.ts';
import { readUserName } from '../domain/user-name.ts';
import type { LoginServices } from '../services.ts';

const PATH = '/console/audit';
const LISTED = 100;

/** Shows the audit log, newest first, with forms to set users' roles and end their sessions. */
export const auditPage: Page<Pick<LoginServices, 'audit'>> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await page(request, services, {}) }),
};

/** Sets a user's role. */
export const setUserRole: Page<Pick<LoginServices, 'audit'>> = {
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

/** Ends all sessions of a user; users who end their own have to log in again. */
export const endUserSessions: Page<Pick<LoginServices, 'newId' | 'audit'>> = {
  method: 'POST',
  path: `${PATH}/end-sessions`,
  scope: 'admin',

  async answer(request, services) {
    const params = { userName: textOf(request.form, ENDED) };
    const refused = refusalOf(await request.ask('DELETE', '/api/users/{userName}/sessions', { params }));
    if (refused === null && readUserName(params.userName) === request.caller.name)
      return {
        location: `/console/login?${new URLSearchParams({ next: PATH, done: 'ended' })}`,
        cookies: [sessionCookie({ secret: services.newId(), tokens: null }, request.url)],
      };
    if (refused === null) return { location: `${PATH}?done=ended` };
    return { html: await page(request, services, { [ENDED]: 'There is no such user here.' }), status: 422 };
  },
};

/** The user name field of the form that ends sessions; the form above it already has a `userName`. */
const ENDED = 'endedUserName';

const DONE: Readonly<Record<string, string>> = {
  appointed: 'The role holds from the next request on.',
  ended: 'The sessions have ended: every token of them is refused.',
};

async function page(request: PageRequest, { audit }: Pick<LoginServices, 'audit'>, errors: FieldErrors): Promise<Html> {
  const { items, next } = await audit.page({ limit: LISTED, after: request.query.get('cursor') });
  const isWrong = Object.keys(errors).length > 0;
  return layout({
    title: 'Audit',
    request,
    section: 'audit',
    body: html`${!isWrong && noticeOf(DONE, request.query)}
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
})}</div><button class="quiet">Give it</button></form>
<h2>End somebody’s sessions</h2>
<form class="panel" method="post" action="${PATH}/end-sessions" data-confirm="End all sessions of this person?">${csrfField(request)}
${field({ name: ENDED, label: 'Mail address', type: 'email', required: true, value: isWrong ? textOf(request.form, ENDED) : '', hint: 'Every token is refused from now on. Who may still log in may log in anew; API keys stay.', error: errors[ENDED] ?? null })}
<button class="danger">End them</button></form>`,
  });
}

/** What each role may do. */
const ROLE_TEXTS: Readonly<Record<(typeof ROLES)[number], string>> = {
  viewer: 'viewer: reads',
  member: 'member: reads, starts replays, changes rules',
  admin: 'admin: everything, keys and people too',
};
