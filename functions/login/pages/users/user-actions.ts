import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { copyBlock } from '../../../platform/pages-shell/copy-block.ts';
import { actionForm, csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { rowMenu } from '../../../platform/pages-shell/menu.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { invitationLink } from '../../domain/invitation-mail.ts';
import type { Membership } from '../../domain/membership.ts';
import { userAuditLink } from './user-audit-link.ts';

interface UserActionsOptions {
  /** The last admin of the tenant can be neither disabled nor removed. */
  isLastAdmin: boolean;
  /** The address of the service where it sends no mail, so that an invitation has a link to pass on; else null. */
  linksTo: string | null;
}

/** What an administrator may do with a user; an invitation is renewed or withdrawn. */
export function userActions(
  request: PageRequest,
  { userName, state }: Membership,
  { isLastAdmin, linksTo }: UserActionsOptions,
): Html {
  const named = html`<span class="hidden"> ${visible(userName)}</span>`;
  const button = (action: string, text: string, confirm?: string) =>
    actionForm(request, `/console/users/${action}`, html`${text}${named}`, {
      fields: { userName },
      ...(confirm !== undefined && { confirm }),
    });
  const inMenu = (action: string, text: string, confirm: string) =>
    html`<form method="post" action="/console/users/${action}" data-confirm="${visibleText(confirm)}">${csrfField(request)}<input type="hidden" name="userName" value="${userName}"><button>${text}${named}</button></form>`;
  const first = {
    invited: () => button('invite-again', linksTo === null ? 'Send again' : 'Renew'),
    active: () =>
      isLastAdmin
        ? html`<span class="small muted">The last admin stays admin</span>`
        : button('disable', 'Disable', `Disable ${userName}? All sessions end immediately.`),
    disabled: () => button('enable', 'Enable'),
  }[state]();
  const last =
    state === 'invited'
      ? inMenu('remove', 'Withdraw…', `Withdraw the invitation of ${userName}?`)
      : inMenu('remove', 'Remove…', `Remove ${userName}? All sessions end immediately.`);
  return html`${first} ${rowMenu(
    userName,
    html`${state === 'invited' && linksTo !== null && copyBlock(invitationLink(linksTo, userName), 'Copy the link of the invitation')}
${state === 'active' && inMenu('end-sessions', 'End sessions', `End all sessions of ${userName}?`)}
${userAuditLink(userName)}
${!isLastAdmin && last}`,
  )}`;
}
