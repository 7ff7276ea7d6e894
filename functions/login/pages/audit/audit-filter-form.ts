import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visibleText } from '../../../platform/pages-shell/visible-text.ts';
import type { AuditFilter } from '../../domain/audit-filter.ts';
import { whoText } from './who-text.ts';

const WHAT = [
  ['', 'Every change'],
  ['rules', 'Rules and expectations'],
  ['settings', 'Settings and targets'],
  ['users', 'Users and keys'],
  ['channels', 'Channels'],
  ['evaluations', 'Evaluations'],
  ['refused', 'Refused'],
] as const satisfies [AuditFilter['what'], string][];

const PERIODS = [
  ['week', 'Last 7 days'],
  ['today', 'Today'],
  ['month', 'Last 30 days'],
  ['all', 'All, 400 days'],
] as const satisfies [AuditFilter['period'], string][];

/** Parses the filter of a page; what is unknown is as if it was not sent. */
export const auditFilterOf = (query: URLSearchParams): AuditFilter => ({
  text: (query.get('text') ?? '').trim(),
  who: query.get('who') ?? '',
  what: WHAT.find(([value]) => value === query.get('what'))?.[0] ?? '',
  app: query.get('app') ?? '',
  period: PERIODS.find(([value]) => value === query.get('days'))?.[0] ?? 'week',
});

/** The same as a query, with its file; fields without a value are left out. */
export function auditQuery({ period, ...filter }: AuditFilter): URLSearchParams {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  if (period !== 'week') query.set('days', period);
  return query;
}

interface Offered {
  people: readonly string[];
  apps: readonly string[];
}

/** The form above the audit log. */
export function auditFilterForm(filter: AuditFilter, { people, apps }: Offered): Html {
  const option = (value: string, text: string, chosen: string) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${visibleText(text)}</option>`;
  const query = auditQuery(filter);
  return html`<form class="filter" role="search" aria-label="Audit log" action="/console/audit">
<label class="search"><span class="hidden">Search</span><input type="search" name="text" value="${filter.text}" placeholder="Search by id or word"></label>
<label><span class="hidden">Who</span><select name="who">${option('', 'Everyone', filter.who)}${people.map((name) => option(name, whoText(name), filter.who))}</select></label>
<label><span class="hidden">What</span><select name="what">${WHAT.map(([value, text]) => option(value, text, filter.what))}</select></label>
<label><span class="hidden">Application</span><select name="app">${option('', 'All applications', filter.app)}${apps.map((appId) => option(appId, appId, filter.app))}</select></label>
<label><span class="hidden">Time</span><select name="days">${PERIODS.map(([value, text]) => option(value, text, filter.period))}</select></label>
<button>Apply</button><a class="button push" href="/console/audit/file${query.size > 0 && `?${query}`}">Export as CSV</a></form>`;
}
