import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { sessionCookie } from '../../platform/http/pages/session-cookie.ts';
import { actionForm, choice, csrfField, field, notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager, table } from '../../platform/pages-shell/list-parts.ts';
import { errorsOf, type FieldErrors, refusalOf } from '../../platform/pages-shell/refusal.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import type { LoginServices } from '../composition.ts';
import type { Membership } from '../domain/membership.ts';
import { ROLES } from '../domain/roles.ts';
import { parseUserName } from '../domain/user-name.ts';

type Services = Pick<LoginServices, 'users' | 'now'>;

const PATH = '/console/users';
const LISTED = 100;

/** What each role may do. */
const ROLE_TEXTS: Readonly<Record<(typeof ROLES)[number], string>> = {
  viewer: 'viewer: reads',
  member: 'member: read, start runs, change rules',
  admin: 'admin: everything, including keys and users',
};

const STATE_TEXTS: Readonly<Record<Membership['state'], string>> = {
  invited: 'invited, not accepted yet',
  active: 'active',
  disabled: 'disabled',
};

const DONE: Readonly<Record<string, string>> = {
  role: 'The role applies from the next request. Invited users accept when they log in.',
  ended: 'The sessions have ended. Their tokens are now rejected.',
  disabled: 'The user is disabled. All sessions of the user in this tenant have ended.',
  enabled: 'The user can log in again.',
  removed: 'The user is no longer a member. Returning requires an invitation.',
};

/** Shows the users of the tenant with their state, and a form to invite one or to set a role. */
export const usersPage: Page<Services> = {
  method: 'GET',
  path: PATH,
  scope: 'admin',
  answer: async (request, services) => ({ html: await page(request, services, {}) }),
};

/** Sets a user's role, or invites them. */
export const setUserRole: Page<Services> = {
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
    if (refused === null) return { location: `${PATH}?done=role` };
    return {
      html: await page(request, services, errorsOf(refused, ['userName', 'role'], { userName: 'The address' })),
      status: 422,
    };
  },
};

/** The form of a button that changes one user; users who end their own sessions have to log in again. */
const changesUser = (
  action: string,
  done: keyof typeof DONE,
  [method, path]: readonly ['POST' | 'DELETE', string],
): Page<Services & Pick<LoginServices, 'newId'>> => ({
  method: 'POST',
  path: `${PATH}/${action}`,
  scope: 'admin',

  async answer(request, services) {
    const params = { userName: textOf(request.form, 'userName') };
    const refused = refusalOf(await request.ask(method, path, { params }));
    if (refused !== null) return { html: await page(request, services, errorsOf(refused, [])), status: 422 };
    const isOwn = done !== 'enabled' && parseUserName(params.userName) === request.caller.name;
    if (!isOwn) return { location: `${PATH}?done=${done}` };
    return {
      location: `/console/login?${new URLSearchParams({ next: PATH, done: 'ended' })}`,
      cookies: [sessionCookie({ secret: services.newId(), tokens: null }, request)],
    };
  },
});

export const endUserSessions = changesUser('end-sessions', 'ended', ['DELETE', '/api/users/{userName}/sessions']);
export const disableUser = changesUser('disable', 'disabled', ['POST', '/api/users/{userName}/disable']);
export const enableUser = changesUser('enable', 'enabled', ['POST', '/api/users/{userName}/enable']);
export const removeUser = changesUser('remove', 'removed', ['DELETE', '/api/users/{userName}']);

async function page(request: PageRequest, { users, now }: Services, errors: FieldErrors): Promise<Html> {
  const { items, next } = await users.page(request.caller.tenant, {
    limit: LISTED,
    after: request.query.get('cursor'),
  });
  const isWrong = Object.keys(errors).length > 0;
  const isOfForm = isWrong && request.form.has('role');
  return layout({
    title: 'Users',
    request,
    section: 'users',
    body: html`${isWrong ? notice(errors.form, 'bad') : noticeOf(DONE, request.query)}
${table({
  caption: 'Users of this tenant',
  columns: [
    { name: 'Email address' },
    { name: 'Role' },
    { name: 'State' },
    { name: 'Last login', as: 'time' },
    { name: 'Actions', as: 'actions' },
  ],
  rows: items.map((user) => [
    user.userName,
    user.role,
    STATE_TEXTS[user.state],
    relativeTime(user.lastLoginAt, now()) ?? 'never',
    actionsOf(request, user),
  ]),
  empty: 'No users yet. Users appear here after their first login or when they are invited.',
})}
${pager(request, next)}
<h2>Invite a user, or set a role</h2>
<form class="panel pad" method="post" action="${PATH}">${csrfField(request)}
<div class="columns">${field({ name: 'userName', label: 'Email address', type: 'email', required: true, autocomplete: 'off', value: isOfForm ? textOf(request.form, 'userName') : '', hint: 'A user who is not a member yet is invited, and can accept or decline at the next login.', error: errors.userName ?? null })}
${choice({
  name: 'role',
  label: 'Role',
  value: isOfForm ? textOf(request.form, 'role') : 'member',
  options: ROLES.map((role) => [role, ROLE_TEXTS[role]] as const),
  error: errors.role ?? null,
})}</div><button class="primary">Save</button></form>`,
  });
}

function actionsOf(request: PageRequest, { userName, state }: Membership): Html {
  const button = (action: string, text: string, options: { danger?: boolean; confirm?: string } = {}) =>
    actionForm(request, `${PATH}/${action}`, html`${text}<span class="hidden"> ${userName}</span>`, {
      fields: { userName },
      ...options,
    });
  if (state === 'invited')
    return html`${button('remove', 'Withdraw', { danger: true, confirm: `Withdraw the invitation of ${userName}?` })}`;
  return html`${state === 'disabled' && button('enable', 'Enable')}
${state === 'active' && button('end-sessions', 'End sessions', { confirm: `End all sessions of ${userName}?` })}
${state === 'active' && button('disable', 'Disable', { danger: true, confirm: `Disable ${userName}? All sessions end immediately.` })}
${button('remove', 'Remove', { danger: true, confirm: `Remove ${userName}? All sessions end immediately.` })}`;
}
