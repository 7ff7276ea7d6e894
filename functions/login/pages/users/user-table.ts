import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { type Cell, table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isActiveAdmin, type Membership } from '../../domain/membership.ts';
import { roleForm } from './role-form.ts';
import { userActions } from './user-actions.ts';
import { userAuditLink } from './user-audit-link.ts';

const STATES: Readonly<Record<Membership['state'], Html>> = {
  invited: badge('Invited'),
  active: badge('Active', 'good'),
  disabled: badge('Disabled'),
};

/** The users of a tenant. Each row sets the role of its user. `isAll`: no user is on another page. */
export function userTable(
  request: PageRequest,
  users: readonly Membership[],
  { now, isAll, isFiltered }: { now: number; isAll: boolean; isFiltered: boolean },
): Html {
  const hasOneAdmin = isAll && !isFiltered && users.filter(isActiveAdmin).length === 1;
  return table({
    caption: `Users of the tenant ${request.caller.tenant}`,
    columns: [
      { name: 'User' },
      { name: 'Role', as: 'wide' },
      { name: 'State' },
      { name: 'Last login', as: 'time' },
      { name: 'Invited', as: 'wide' },
      { name: 'Actions', as: 'actions' },
    ],
    rows: users.map((user): Cell[] => [
      user.userName,
      hasOneAdmin && isActiveAdmin(user)
        ? html`<span>Admin <span class="small muted">The last admin stays admin</span></span>`
        : roleForm(request, user),
      STATES[user.state],
      relativeTime(user.lastLoginAt, now) ?? 'never',
      user.invitedBy !== null && html`<span>${relativeTime(user.createdAt, now)}, by ${visible(user.invitedBy)}</span>`,
      html`${userActions(request, user)}
${userAuditLink(user.userName)}`,
    ]),
    empty: isFiltered
      ? 'No user fits these filters'
      : 'No users yet. Users appear here after their first login or when they are invited.',
  });
}
