import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { type BadgeTone, badge } from '../../platform/pages-shell/badge.ts';
import { count, counted } from '../../platform/pages-shell/texts.ts';
import { type EndpointRow, type EndpointState, filteredRows } from '../domain/endpoint-rows.ts';
import { shownEndpoint } from './report/shown-endpoint.ts';
import { casesPath, reportPath, withQuery } from './report-links.ts';
import { timeChange } from './time-change.ts';

/** Maximum rows per page. */
const MAX_ROWS = 100;

const STATES: Readonly<Record<EndpointState, { text: string; tone: BadgeTone }>> = {
  needsAction: { text: 'Needs action', tone: 'bad' },
  toReview: { text: 'To review', tone: 'warn' },
  withoutResult: { text: 'Without result', tone: 'quiet' },
  unchanged: { text: 'Unchanged', tone: 'good' },
  uncovered: { text: 'Not replayed', tone: 'quiet' },
};

/** The reader's filter of the table. */
export interface EndpointFilter {
  text: string;
  state: string;
  from: number;
}

/**
 * All endpoints of the scope with their counts and latencies. Filtered by the query, and while typing if scripts are
 * enabled.
 */
export function endpointsSection(planId: string, rows: readonly EndpointRow[], filter: EndpointFilter): Html {
  const found = filteredRows(rows, filter.text, filter.state);
  const shown = found.slice(filter.from, filter.from + MAX_ROWS);
  return html`<section aria-label="Endpoints">
<form class="filter" role="search" aria-label="Endpoints" action="${reportPath(planId)}" data-asks="endpoint-table"><input type="hidden" name="tab" value="endpoints">
<label class="search"><span class="hidden">Endpoint</span><input type="search" name="endpoint" value="${filter.text}" placeholder="Filter by method or path"></label>
<label><span class="hidden">State</span><select name="endpointState"><option value="">All states</option>${Object.entries(
    STATES,
  ).map(
    ([state, { text }]) => html`<option value="${state}"${state === filter.state && html` selected`}>${text}</option>`,
  )}</select></label>
<button>Apply</button></form>
<div id="endpoint-table">${
    shown.length === 0
      ? html`<p class="panel empty">No endpoint matches the filter</p>`
      : html`<div class="panel"><div class="scroll" tabindex="0" role="group" aria-label="Endpoints of the run"><table class="cards" id="endpoint-rows"><caption class="hidden">Endpoints, those that need action first</caption>
<thead><tr><th scope="col">Endpoint</th><th scope="col">State</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Failing</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">p99</th></tr></thead>
<tbody>${shown.map((row) => rowOf(planId, row))}</tbody></table></div>
${footOf(planId, filter, { all: rows.length, found: found.length, shown: shown.length })}</div>`
  }</div></section>`;
}

function footOf(
  planId: string,
  { text, state, from }: EndpointFilter,
  { all, found, shown }: Readonly<Record<'all' | 'found' | 'shown', number>>,
): Html {
  const page = (start: number, name: string) =>
    html`<a class="button tiny" href="${withQuery(reportPath(planId), { tab: 'endpoints', endpoint: text, endpointState: state, endpointsFrom: start })}">${name}</a>`;
  const range = shown < found ? `${count(from + 1)}–${count(from + shown)} of ` : '';
  const total = found === all ? counted(all, 'endpoint') : `${count(found)} of ${counted(all, 'endpoint')}`;
  return html`<nav class="row panel-foot" aria-label="Endpoints, pages"><span class="small muted">${range}${total}; times as recorded → as replayed, accurate to 6 %</span>${from > 0 && page(Math.max(0, from - MAX_ROWS), 'Previous')}${from + shown < found && page(from + MAX_ROWS, 'Next')}</nav>`;
}

function rowOf(planId: string, row: EndpointRow): Html {
  const { operation, method, state, requests, failed, marked, withoutResult, recorded, replayed } = row;
  const { text, tone } = STATES[state];
  const name = shownEndpoint({ operationName: operation, ...(method && { methods: [method] }) });
  return html`<tr><th scope="row">${failed > 0 ? html`<a class="cut" href="${casesPath(planId, { operation, ...(method && { method }) })}">${name}</a>` : name}</th><td>${badge(text, tone)}</td><td class="number" data-label="Requests">${count(requests)}</td><td class="number" data-label="Failing">${count(failed)}${marked > 0 && html` <span class="muted">+${count(marked)} expected</span>`}${withoutResult > 0 && html` <span class="muted">${count(withoutResult)} without result</span>`}</td>${(
    ['p50', 'p95', 'p99'] as const
  ).map(
    (side) => html`<td class="number" data-label="${side}">${timeChange(recorded[side], replayed[side])}</td>`,
  )}</tr>`;
}
