import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { Membership } from '../../domain/membership.ts';
import { ROLES } from '../../domain/roles.ts';
import { ROLE_TEXTS } from './role-texts.ts';

/** The role of a user with the button that sets it: a change without a button would surprise by keyboard. */
export const roleForm = (request: PageRequest, { userName, role }: Pick<Membership, 'userName' | 'role'>): Html =>
  html`<form class="row" method="post" action="/console/users">${csrfField(request)}<input type="hidden" name="userName" value="${userName}"><label><span class="hidden">Role of ${visible(userName)}</span><select name="role">${ROLES.map((one) => html`<option value="${one}"${one === role && html` selected`}>${ROLE_TEXTS[one][0]}</option>`)}</select></label><button class="tiny">Set<span class="hidden"> role of ${visible(userName)}</span></button></form>`;
