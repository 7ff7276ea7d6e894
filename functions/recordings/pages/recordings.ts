import { html } from 'hono/html';
import type { Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { field, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { pairsOf } from '../../platform/pages-shell/form-values.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { pager, table, time } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { counted } from '../../platform/pages-shell/words.ts';
import type { CaseHead } from '../domain/recorded-case.ts';
import type { RecordingServices } from '../services.ts';
import { uploadForm } from './import-form.ts';

const LISTED = 50;
/** Maximum endpoints listed on the page. */
const MAX_OPERATIONS = 500;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = { deleted: 'The recording is deleted.' };

/** Shows the recorded cases of an application, newest first, and how to import more. */
export const recordingsPage: Page<Pick<RecordingServices, 'recordings'>> = {
  method: 'GET',
  path: '/console/apps/{appId}/recordings',
  scope: 'read',

  async answer(request, { recordings }) {
    const { appId = '' } = request.params;
    const { query } = request;
    const wanted = {
      operation: text(query, 'operation'),
      tag: text(query, 'tag'),
      from: text(query, 'from'),
      to: text(query, 'to'),
    };
    const [operations, page] = await Promise.all([
      recordings.operationsOf(appId),
      recordings.list({
        appId,
        limit: LISTED,
        ...(wanted.operation && { operation: wanted.operation }),
        ...(wanted.tag && { tags: pairsOf([wanted.tag], '=') }),
        ...bounds(wanted.from, wanted.to),
        ...(query.has('cursor') && { cursor: query.get('cursor') ?? '' }),
      }),
    ]);
    if (page === null) return { html: problemPage('bad-link', request), status: 400 };
    const isFiltered = Object.values(wanted).some((value) => value !== '');
    return {
      html: applicationLayout({
        request,
        appId,
        tab: 'recordings',
        title: `Recordings of ${appId}`,
        body: html`${noticeOf(DONE, query)}<form class="filter" role="search">${field({ name: 'operation', label: 'Endpoint', value: wanted.operation, list: operations.slice(0, MAX_OPERATIONS) })}
${field({ name: 'tag', label: 'Tag', value: wanted.tag, placeholder: 'tier=gold' })}
${field({ name: 'from', label: 'Recorded from (UTC)', type: 'datetime-local', value: wanted.from })}
${field({ name: 'to', label: 'to (UTC)', type: 'datetime-local', value: wanted.to })}<button>Show</button></form>
${table({
  caption: `Cases of ${appId}, newest first`,
  columns: [
    { name: 'Request' },
    { name: 'Endpoint' },
    { name: 'Status', as: 'number' },
    { name: 'ms', as: 'number' },
    { name: 'Recorded', as: 'time' },
    { name: 'Tags' },
    { name: 'Kept' },
  ],
  rows: page.items.map(row),
  empty: isFiltered ? 'No case is like that.' : 'Nothing has been recorded, or all of it has expired.',
})}
${pager(request, page.nextCursor)}
${operationsOf(request, appId, operations)}
${request.may('record') && html`<h2>Import recordings</h2>${uploadForm({ request, action: `${applicationPath(appId)}/import`, appId })}`}`,
      }),
    };
  },
};

const text = (query: URLSearchParams, name: string) => (query.get(name) ?? '').trim();

/** The entered times, which are in UTC; an invalid time sets no bound. */
function bounds(from: string, to: string): { from?: number; to?: number } {
  const [start, end] = [from, to].map((one) => Date.parse(`${one}Z`));
  return {
    ...(start !== undefined && start >= 0 && { from: start }),
    ...(end !== undefined && end >= 0 && { to: end }),
  };
}

const row = ({ caseId, method, operation, status, durationMs, recordedAt, tags, pinned, unreadable }: CaseHead) => [
  html`<a href="/console/cases/${encodeURIComponent(caseId)}">${method} <code>${caseId.length > 24 ? `${caseId.slice(0, 24)}…` : caseId}</code></a>`,
  html`<code>${visible(operation)}</code>`,
  status,
  durationMs,
  time(recordedAt),
  Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(', '),
  unreadable ? badge('Unreadable', 'bad') : pinned && badge(html`${icon('pin')} Pinned`),
];

const operationsOf = ({ url }: PageRequest, appId: string, operations: readonly string[]) =>
  operations.length > 0 &&
  html`<details><summary>${counted(operations.length, 'endpoint')} of ${visible(appId)}</summary><ul>${operations
    .slice(0, MAX_OPERATIONS)
    .map(
      (operation) =>
        html`<li><a href="${url.pathname}?${new URLSearchParams({ operation })}"><code>${visible(operation)}</code></a></li>`,
    )}</ul>${operations.length > MAX_OPERATIONS && html`<p>${MAX_OPERATIONS} of ${operations.length} are named; any other can be typed above.</p>`}</details>`;
