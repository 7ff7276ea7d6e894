import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import type { LoginServices } from '../../composition.ts';
import { accessLayout } from '../access-layout.ts';
import { auditTable } from './audit-table.ts';

const LISTED = 100;

/** Shows the audit log by day, newest first. */
export const auditPage: Page<Pick<LoginServices, 'audit' | 'apiKeys' | 'users' | 'now'>> = {
  method: 'GET',
  path: '/console/audit',
  scope: 'admin',

  async answer(request, services) {
    const { items, next } = await services.audit.page({ limit: LISTED, after: request.query.get('cursor') });
    const body = html`${auditTable(items, services.now())}
<p class="small muted">Holds ids, never values. Stored for 400 days.</p>${pager(request, next)}`;
    return { html: await accessLayout(services, { request, section: 'audit', title: 'Audit log', body }) };
  },
};
