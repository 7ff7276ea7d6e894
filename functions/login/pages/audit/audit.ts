import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import type { LoginServices } from '../../composition.ts';
import { filteredAudit } from '../../service/filtered-audit.ts';
import { namedEntries } from '../../service/named-entries.ts';
import { accessLayout } from '../access-layout.ts';
import { ACTION_TEXTS } from './action-texts.ts';
import { auditFilterForm, auditFilterOf, auditQuery } from './audit-filter-form.ts';
import { auditTable } from './audit-table.ts';

const LISTED = 100;
const MAX_READS = 10;
/** Users that the form offers. */
const MAX_USERS = 100;

/** Shows the audit log by day, newest first, with what was refused. */
export const auditPage: Page<Pick<LoginServices, 'audit' | 'apiKeys' | 'channelNames' | 'users' | 'now'>> = {
  method: 'GET',
  path: '/console/audit',
  scope: 'admin',

  async answer(request, services) {
    const filter = auditFilterOf(request.query);
    const now = services.now();
    const [{ items, next }, users] = await Promise.all([
      filteredAudit(services.audit, ({ action }) => ACTION_TEXTS[action], {
        filter,
        after: request.query.get('cursor'),
        maxReads: MAX_READS,
        enough: LISTED,
        now,
      }),
      services.users.page(request.caller.tenant, { limit: MAX_USERS, after: null }),
    ]);
    const people = users.items.map(({ userName }) => userName);
    const found = items.map(({ who }) => who);
    const apps = items.map(({ subject }) => String(subject.appId ?? ''));
    const isFiltered = auditQuery(filter).size > 0;
    const body = html`${auditFilterForm(filter, {
      people: distinct([...people, ...found, filter.who]),
      apps: distinct([...apps, filter.app]),
    })}
${auditTable(await namedEntries(items, request.caller.tenant, services), now, isFiltered ? 'No change fits these filters' : 'No changes in the last 7 days')}
${pager(request, next)}`;
    return { html: await accessLayout(services, { request, section: 'audit', title: 'Audit log', body }) };
  },
};

const distinct = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => name !== '').sort();
