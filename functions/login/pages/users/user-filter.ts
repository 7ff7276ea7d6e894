import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import type { Membership } from '../../domain/membership.ts';
import { ROLES, type Role } from '../../domain/roles.ts';
import { ROLE_TEXTS } from './role-texts.ts';

/** What the list of users is filtered by; empty texts filter nothing. */
export interface UserFilter {
  /** Part of the address, in any case. */
  text: string;
  role: Role | '';
}

/** Parses the filter of a page; what is unknown is as if it was not sent. */
export const userFilterOf = (query: PageRequest['query']): UserFilter => ({
  text: (query.get('text') ?? '').trim(),
  role: ROLES.find((role) => role === query.get('role')) ?? '',
});

/** Whether a filter leaves anyone out. */
export const isUserFilter = ({ text, role }: UserFilter): boolean => text !== '' || role !== '';

/** Whether a filter shows a user. */
export const matchesUser = ({ userName, role }: Pick<Membership, 'userName' | 'role'>, filter: UserFilter): boolean =>
  userName.toLowerCase().includes(filter.text.toLowerCase()) && (filter.role === '' || role === filter.role);

/** The form above the users. */
export const userFilterForm = ({ text, role }: UserFilter): Html =>
  html`<form class="filter" role="search" aria-label="Users" action="/console/users">
<label class="search"><span class="hidden">Search</span><input type="search" name="text" value="${text}" placeholder="Search by address"></label>
<label><span class="hidden">Role</span><select name="role"><option value="">Every role</option>${ROLES.map((one) => html`<option value="${one}"${one === role && html` selected`}>${ROLE_TEXTS[one][0]}</option>`)}</select></label>
<button>Apply</button></form>`;
