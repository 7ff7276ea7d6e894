import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { dialog } from '../../../platform/pages-shell/dialog/dialog.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { ROLES } from '../../domain/roles.ts';
import { ROLE_TEXTS } from './role-texts.ts';
import { type UserServices, usersView } from './users-view.ts';

const BY_MAIL = 'By mail, with a link that works for 7 days';
const BY_LINK =
  'This service has no mail server (SVC_SMTP_URL): the list of users then has a link for each, which works for 7 days';

/** The button says how many are sent where the form has been sent before: the count needs no script then. */
const sendText = (addresses: number): string =>
  addresses === 0 ? 'Send invitations' : `Send ${counted(addresses, 'invitation')}`;

/**
 * The form that invites users, as it was typed, with why addresses were refused. `left`: what it shows in place of what
 * was typed.
 */
export function inviteView(
  request: PageRequest,
  services: UserServices,
  { refused, left }: { refused: readonly string[]; left?: readonly string[] },
): Promise<Html> {
  const { form, caller } = request;
  const typed = left?.join('\n') ?? textOf(form, 'addresses');
  const chosen = textOf(form, 'role') || 'member';
  const asked = dialog({
    request,
    title: html`Invite to the tenant ${visible(caller.tenant)}`,
    action: '/console/users/invite',
    isSmall: true,
    body: html`<div class="pad stack"><div class="field${refused.length > 0 && ' wrong'}"><label for="addresses">Mail addresses</label><textarea id="addresses" name="addresses" rows="4" required spellcheck="false" aria-describedby="addresses-hint${refused.length > 0 && ' addresses-error'}"${refused.length > 0 && html` aria-invalid="true"`}>${typed}</textarea><p class="small muted" id="addresses-hint">One per line</p>${refused.length > 0 && html`<ul class="error small" id="addresses-error">${refused.map((why) => html`<li>${visible(why)}</li>`)}</ul>`}</div>
<fieldset><legend>Role</legend><div class="choices stacked">${ROLES.map(
      (role) =>
        html`<label><input type="radio" name="role" value="${role}"${role === chosen && html` checked`}><span>${ROLE_TEXTS[role][0]}<small>${ROLE_TEXTS[role][1]}</small></span></label>`,
    )}</div></fieldset></div>`,
    submit: html`<button class="primary" data-lines="addresses">${sendText(new Set(typed.split(/\r?\n/).filter((line) => line.trim() !== '')).size)}</button>`,
    cancel: { href: '/console/users#invite' },
    foot: html`<span class="small muted">${services.config.sendsMail ? BY_MAIL : BY_LINK}</span>`,
  });
  return usersView(request, services, {}, { title: 'Invite users', dialog: asked });
}
