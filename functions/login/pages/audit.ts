import { html } from 'hono/html';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { pager, table, time } from '../../platform/pages-shell/list-parts.ts';
import type { LoginServices } from '../composition.ts';

const LISTED = 100;

/** Shows the audit log, newest first. */
export const auditPage: Page<Pick<LoginServices, 'audit'>> = {
  method: 'GET',
  path: '/console/audit',
  scope: 'admin',

  async answer(request, { audit }) {
    const { items, next } = await audit.page({ limit: LISTED, after: request.query.get('cursor') });
    const body = html`${table({
      caption: 'Who changed what, newest first',
      columns: [{ name: 'When' }, { name: 'Who' }, { name: 'What' }, { name: 'Object' }],
      rows: items.map(({ at, who, action, subject }) => [
        time(at),
        who,
        html`<code>${action}</code>`,
        Object.entries(subject)
          .map(([name, value]) => `${name} ${value}`)
          .join(', '),
      ]),
      empty: 'No changes yet',
    })}
${pager(request, next)}`;
    return { html: layout({ title: 'Audit log', request, section: 'audit', body }) };
  },
};
