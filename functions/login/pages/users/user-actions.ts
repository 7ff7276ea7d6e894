import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { Membership } from '../../domain/membership.ts';

/** What an administrator may do with a user; an invitation is withdrawn only. */
export function userActions(request: PageRequest, { userName, state }: Membership): Html {
  const button = (action: string, text: string, options: { danger?: boolean; confirm?: string } = {}) =>
    actionForm(request, `/console/users/${action}`, html`${text}<span class="hidden"> ${visible(userName)}</span>`, {
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
