import { html } from 'hono/html';
import { endpointName } from '../../findings/domain/endpoint-words.ts';
import type { Tone } from '../../findings/domain/state-words.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { choice, field } from '../../platform/pages-shell/form-parts.ts';
import { count, ms, short } from '../../platform/pages-shell/words.ts';
import { type EndpointRow, type EndpointState, filteredRows } from '../domain/endpoint-rows.ts';
import { casesPath, reportPath, withQuery } from './report-links.ts';

/** Maximum rows per page. */
const MAX_ROWS = 100;

const STATES: Readonly<Record<EndpointState, { text: string; tone: Tone }>> = {
  needsAction: { text: 'needs action', tone: 'bad' },
  toReview: { text: 'to review', tone: 'warn' },
  withoutResult: { text: 'without result', tone: 'quiet' },
  unchanged: { text: 'unchanged', tone: 'good' },
  uncovered: { text: 'not replayed', tone: 'quiet' },
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
  const page = (from: number, text: string) =>
    html`<a class="button tiny" href="${withQuery(reportPath(planId), { tab: 'endpoints', endpoint: filter.text, endpointState: filter.state, endpointsFrom: from })}#endpoints">${text}</a>`;
  return html`<section aria-labelledby="endpoints"><h2 id="endpoints">Endpoints</h2>
<form class="filter" method="get" action="${reportPath(planId)}#endpoints" data-asks="endpoint-table"><input type="hidden" name="tab" value="endpoints">
${field({ name: 'endpoint', label: 'Name contains', value: filter.text, type: 'search' })}
${choice({ name: 'endpointState', label: 'State', value: filter.state, options: [['', 'any'], ...Object.entries(STATES).map(([state, { text }]) => [state, text] as const)] })}
<button>Filter</button></form>
<div id="endpoint-table"><div class="scroll"><table class="cards" id="endpoint-rows">
<caption>${count(found.length)} of ${count(rows.length)}${found.length > MAX_ROWS && html`, ${count(filter.from + 1)} to ${count(Math.min(found.length, filter.from + MAX_ROWS))} shown`}; times as recorded → as replayed</caption>
<thead><tr><th scope="col">Endpoint</th><th scope="col">State</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Failing</th><th scope="col" class="number">p50</th><th scope="col" class="number">p95</th><th scope="col" class="number">p99</th></tr></thead>
<tbody>${shown.map((row) => rowOf(planId, row))}</tbody></table></div>
${
  found.length > MAX_ROWS &&
  html`<nav class="row" aria-label="Endpoints, pages">${filter.from > 0 && page(Math.max(0, filter.from - MAX_ROWS), 'Previous')}${filter.from + MAX_ROWS < found.length && page(filter.from + MAX_ROWS, 'Next')}</nav>`
}</div></section>`;
}

const rowOf = (planId: string, row: EndpointRow): Html => {
  const { operation, method, state, requests, failed, marked, withoutResult, recorded, replayed } = row;
  const { text, tone } = STATES[state];
  const name = short(endpointName(operation, method));
  return html`<tr><th scope="row">${failed > 0 ? html`<a href="${casesPath(planId, { operation, ...(method && { method }) })}">${name}</a>` : name}</th><td data-label="State"><span class="badge ${tone}">${text}</span></td><td class="number" data-label="Requests">${count(requests)}</td><td class="number" data-label="Failing">${count(failed)}${marked > 0 && html` <span class="muted">+${count(marked)} marked</span>`}${withoutResult > 0 && html` <span class="muted">${count(withoutResult)} without result</span>`}</td>${(['p50', 'p95', 'p99'] as const).map((side) => times(side, recorded[side], replayed[side]))}</tr>`;
};

const times = (name: string, recorded: number | null, replayed: number | null): Html =>
  html`<td class="number" data-label="${name}">${recorded === null && replayed === null ? '–' : html`${ms(recorded)} → ${ms(replayed)}`}</td>`;
