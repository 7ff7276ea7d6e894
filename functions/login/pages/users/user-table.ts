import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { type Cell, table } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isActiveAdmin, type Membership } from '../../domain/membership.ts';
import { roleForm } from './role-form.ts';
import { userActions } from './user-actions.ts';
import { userState } from './user-state.ts';

interface UserTableOptions {
  /** Epoch ms. */
  now: number;
  /** No user is on another page. */
  isAll: boolean;
  isFiltered: boolean;
  /** See `userActions`. */
  linksTo: string | null;
  foot: Html;
}

/** The users of a tenant. Each row sets the role of its user. */
export function userTable(
  request: PageRequest,
  users: readonly Membership[],
  { now, isAll, isFiltered, linksTo, foot }: UserTableOptions,
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
    rows: users.map((user): Cell[] => {
      const isLastAdmin = hasOneAdmin && isActiveAdmin(user);
      return [
        user.userName,
        // A select that cannot be changed would take no focus.
        isLastAdmin ? 'Admin' : roleForm(request, user),
        userState(user, now),
        relativeTime(user.lastLoginAt, now) ?? 'never',
        user.invitedBy !== null &&
          html`<span>${relativeTime(user.createdAt, now)}, by ${visible(user.invitedBy)}</span>`,
        userActions(request, user, { isLastAdmin, linksTo }),
      ];
    }),
    foot,
    empty: isFiltered
      ? 'No user fits these filters'
      : 'No users yet. Users appear here after their first login or when they are invited.',
  });
}
