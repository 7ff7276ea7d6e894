import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { isExpired, type Membership, mailStateOf } from '../../domain/membership.ts';

/** What became of the mail of an invitation, before its time. */
const MAIL_TEXTS = { queued: 'mail on its way,', sent: 'mailed', failed: 'tried' } as const;

/** The state of a user; of an invitation also its mail and its end. */
export function userState(user: Membership, now: number): Html {
  const { state, invitedUntil, invitationMail } = user;
  if (state === 'active') return badge('Active', 'good');
  if (state === 'disabled') return badge('Disabled');
  if (isExpired(user, now))
    return html`<span>${badge('Expired', 'warn')}<br><span class="small muted">${relativeTime(invitedUntil, now)}</span></span>`;
  const mail = invitationMail && mailStateOf(invitationMail, now);
  return html`<span>${mail === 'failed' ? badge('Not mailed', 'warn') : badge('Invited')}${invitationMail && mail && html`<br><span class="small muted">${MAIL_TEXTS[mail]} ${relativeTime(invitationMail.at, now)}</span>`}${invitedUntil !== null && html`<br><span class="small muted">ends ${relativeTime(invitedUntil, now)}</span>`}</span>`;
}
