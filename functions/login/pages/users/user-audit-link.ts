import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { auditQuery } from '../audit/audit-filter-form.ts';

/** Characters of a name that fit a menu. */
const MAX_NAME = 20;

/** Leads to all that the audit log has of a user, for administrators: both pages need the scope `admin`. */
export function userAuditLink(userName: string): Html {
  const query = auditQuery({ text: '', who: userName, what: '', app: '', period: 'all' });
  const [name = userName] = userName.split('@');
  return html`<a href="/console/audit?${query}">What ${short(name, MAX_NAME)} did<span class="hidden">, ${visible(userName)}</span></a>`;
}
