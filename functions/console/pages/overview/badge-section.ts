import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { BadgeToken } from '../../../report/domain/badge/badge-token.ts';

/**
 * The badges of an application, and the buttons that create and remove one; nothing for readers without a badge to see.
 */
export function badgeSection(
  request: PageRequest,
  { appId, badges, now }: { appId: string; badges: readonly BadgeToken[]; now: number },
): Html | false {
  const mayWrite = request.may('write');
  if (!mayWrite && badges.length === 0) return false;
  const path = `${applicationPath(appId)}/badges`;
  return html`<section class="panel pad stack" aria-labelledby="badge"><h2 id="badge">Badge for the README</h2>
<p class="small muted">An image with the state of the last run. Its token shows this application only.</p>
${badges.length > 0 && html`<ul class="stack">${badges.map(({ id, createdAt, createdBy }) => html`<li class="row small"><span>Created ${relativeTime(createdAt, now)}, by ${visible(createdBy)}</span>${mayWrite && actionForm(request, `${path}/${id}/remove`, html`Remove<span class="hidden"> the badge of ${visible(createdBy)}</span>`, { danger: true, confirm: 'Remove the badge? READMEs with it show unknown.' })}</li>`)}</ul>`}
${mayWrite && actionForm(request, path, 'Create a badge', { look: 'button' })}</section>`;
}
