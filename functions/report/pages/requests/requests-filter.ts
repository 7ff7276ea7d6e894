import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import { endpointName } from '../../../findings/domain/endpoint-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { menu } from '../../../platform/pages-shell/menu.ts';
import { count, cutText } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import type { FailedCluster } from '../../../replay/domain/results/failed-cases.ts';
import { casesPath, reportPath, withQuery } from '../report-links.ts';
import { isFailing, LISTS, type RequestList, type RequestsQuery, requestsPath } from './requests-query.ts';

/** Maximum endpoints to choose from; others are found by the text. */
const MAX_ENDPOINTS = 200;

const NAMES: Readonly<Record<RequestList, string>> = {
  failing: 'Failing',
  expected: 'Expected',
  passed: 'Passed',
  all: 'All',
};

/** Numbers of requests of each list; null where they are not known. */
export type ListCounts = Readonly<Record<RequestList, number>> | null;

/**
 * The form above the list of requests; failing ones can be filtered and exported. `clusters`: null before the run has
 * settled.
 */
export function requestsFilter(
  planId: string,
  asked: RequestsQuery,
  counts: ListCounts,
  clusters: readonly FailedCluster[] | null,
): Html {
  const lists = html`<span class="join" role="group" aria-label="State">${LISTS.map(
    (list) =>
      html`<a class="button" href="${isFailing(list) ? requestsPath(planId, asked, { list, from: 0, cursor: '' }) : casesPath(planId, { state: list })}"${list === asked.list && html` aria-current="true"`}>${NAMES[list]}${counts && ` ${count(counts[list])}`}</a>`,
  )}</span>`;
  if (!isFailing(asked.list) || clusters === null) return html`<div class="filter">${lists}</div>`;
  const names = new Set(clusters.map(({ operation, method }) => endpointName(operation, method)));
  // A name with invisible characters could be mistaken for another.
  const endpoints = [...names].filter((name) => visibleText(name) === name).sort(compareText);
  const kinds = [...new Set(clusters.flatMap(({ differences }) => differences.map(({ kind }) => kind)))];
  const hidden = (name: 'operation' | 'method' | 'subject') =>
    asked[name] !== '' && html`<input type="hidden" name="${name}" value="${asked[name]}">`;
  const option = (value: string, shown: string, selected: string) =>
    html`<option value="${value}"${value === selected && html` selected`}>${visibleText(cutText(shown, 80))}</option>`;
  const file = (format: string) =>
    withQuery(`${reportPath(planId)}/requests-file`, { ...asked, list: asked.list, from: '', format });
  return html`<form class="filter" role="search" aria-label="Requests" action="${casesPath(planId)}">${lists}
${asked.list === 'expected' && html`<input type="hidden" name="state" value="expected">`}${hidden('operation')}${hidden('method')}${hidden('subject')}
<label class="search"><span class="hidden">Search</span><input type="search" name="text" value="${asked.text}" placeholder="Filter by URL or field"></label>
<label><span class="hidden">Endpoint</span><select name="endpoint">${option('', 'All endpoints', asked.endpoint)}${endpoints.slice(0, MAX_ENDPOINTS).map((name) => option(name, name, asked.endpoint))}</select></label>
<label><span class="hidden">Kind</span><select name="kind">${option('', 'All kinds', asked.kind)}${kinds.map((one) => option(one, KIND_LABELS[one].en, asked.kind))}</select></label>
<button>Apply</button>
<span class="push">${menu({ label: 'Export list', body: html`<a href="${file('csv')}">CSV</a><a href="${file('json')}">JSON</a>` })}</span></form>
${chosen(planId, asked)}`;
}

/** What the address filters by and the form does not show. */
function chosen(planId: string, { operation, method, subject }: RequestsQuery): Html | null {
  if (operation === '' && method === '' && subject === '') return null;
  const name = endpointName(operation, method);
  return html`<p class="small">Only ${name !== '' && html`<code>${visible(cutText(name, 160))}</code>`}${name !== '' && subject !== '' && ', '}${subject !== '' && html`field <code>${visible(cutText(subject, 160))}</code>`} <a class="quiet-link" href="${casesPath(planId)}">Show all failing requests</a></p>`;
}
