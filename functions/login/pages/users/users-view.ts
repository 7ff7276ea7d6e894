import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import type { LoginServices } from '../../composition.ts';
import { ROLES } from '../../domain/roles.ts';
import { accessLayout } from '../access-layout.ts';
import { filteredUsers } from './filtered-users.ts';
import { ROLE_TEXTS } from './role-texts.ts';
import { isUserFilter, userFilterForm, userFilterOf } from './user-filter.ts';
import { userTable } from './user-table.ts';

export type UserServices = Pick<LoginServices, 'apiKeys' | 'users' | 'config' | 'now'>;

/** Confirmation messages, by the query parameter of the page that shows them. */
export const USERS_DONE: Readonly<Record<string, string>> = {
  role: 'The role applies from the next request. Invited users accept when they log in.',
  invited:
    'The invitations are valid for 7 days. This service has no mail server (SVC_SMTP_URL): send each person the link in the menu of their row.',
  mailed: 'The invitations are on their way. Their links work for 7 days.',
  'mailed-again': 'The invitation is on its way. Its link works for 7 days from now.',
  ended: 'The sessions have ended. Their tokens are now rejected.',
  disabled: 'The user is disabled. All sessions of the user in this tenant have ended.',
  enabled: 'The user can log in again.',
  removed: 'The user is no longer a member. Returning requires an invitation.',
};

const ROLES_FOOT = html`<details class="panel-foot"><summary class="muted">What the roles may do</summary><table class="values"><caption class="hidden">Roles</caption><tbody>${ROLES.map((role) => html`<tr><th scope="row">${ROLE_TEXTS[role][0]}</th><td>${ROLE_TEXTS[role][1]}</td></tr>`)}</tbody></table></details>`;

/** The page of the users, with the reason why a change was refused, or below the form of a `dialog`. */
export async function usersView(
  request: PageRequest,
  services: UserServices,
  errors: FieldErrors,
  above?: { title: string; dialog: Html },
): Promise<Html> {
  const { tenant } = request.caller;
  const after = request.query.get('cursor');
  const filter = userFilterOf(request.query);
  const { items, next } = await filteredUsers(services.users, tenant, { filter, after });
  const domains = tenant === 'default' ? services.config.loginDomains : [];
  const refused = errors.form ?? errors.userName ?? errors.role;
  return accessLayout(services, {
    request,
    section: 'users',
    title: above?.title ?? 'Users',
    dialog: above?.dialog,
    actions: html`<a class="button primary" id="invite" href="/console/users/invite">Invite…</a>`,
    body: html`${refused === undefined ? noticeOf(USERS_DONE, request.query) : notice(refused, 'bad')}
${userFilterForm(filter)}
${userTable(request, items, {
  now: services.now(),
  isFiltered: isUserFilter(filter),
  isAll: next === null && after === null,
  linksTo: services.config.sendsMail ? null : services.config.publicUrl,
  foot: ROLES_FOOT,
})}
${pager(request, next)}
${domains.length > 0 && html`<div class="hint block">${icon('review')}<p><strong>${domains.includes('*') ? 'Anyone with a mail address' : `Anyone at ${domains.join(', ')}`} may log in</strong> and becomes a member, invited or not (SVC_LOGIN_DOMAINS).</p></div>`}`,
  });
}
