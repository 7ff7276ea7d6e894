import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm, csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { rowMenu } from '../../../platform/pages-shell/menu.ts';
import type { Schedule } from '../domain/schedule.ts';
import { scheduleLinks } from './schedule-links.ts';

/** The buttons of a schedule. `startKey`: makes a form that is sent twice start one run. */
export function scheduleActions(
  request: PageRequest,
  { appId, id, enabled }: Pick<Schedule, 'appId' | 'id' | 'enabled'>,
  startKey: string,
): Html {
  const links = scheduleLinks(appId);
  const named = html`<span class="hidden"> ${id}</span>`;
  return html`${actionForm(request, links.of(id, enabled ? 'pause' : 'resume'), html`${enabled ? 'Pause' : 'Resume'}${named}`)}
${rowMenu(
  id,
  html`<form method="post" action="${links.of(id, 'start')}">${csrfField(request)}<input type="hidden" name="key" value="${startKey}"><button>Start now${named}</button></form>
<a href="${links.of(id, 'edit')}">Edit${named}</a>
<form method="post" action="${links.of(id, 'delete')}" data-confirm="Delete the schedule ${id}?">${csrfField(request)}<button>Delete…${named}</button></form>`,
)}`;
}
