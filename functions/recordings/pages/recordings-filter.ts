import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { cutText } from '../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../platform/pages-shell/visible-text.ts';
import { endpointText, type RecordedEndpoint } from '../domain/recorded-endpoint.ts';
import { STATUS_FILTER } from '../domain/search/head-matches.ts';
import { MAX_SEARCH_LENGTH } from '../domain/search/search-text.ts';

/** Maximum endpoints in the choice; with more, one is typed. */
const MAX_OPERATIONS = 500;
const MAX_NAME_LENGTH = 80;

const STATUSES = ['2xx', '3xx', '4xx', '5xx'];
const TIMES = [
  ['1', 'Last hour'],
  ['24', 'Last 24 hours'],
  ['96', 'Last 4 days'],
] as const;

/** The filter of the list by the names of its fields; each is empty if it is not set. */
export type WantedRecordings = Record<
  'text' | 'operation' | 'status' | 'session' | 'hours' | 'pinned' | 'accepted',
  string
>;

/** Reads the filter; what no field could have sent is not set. */
export function wantedRecordings(query: URLSearchParams): WantedRecordings {
  const textOf = (name: string) => (query.get(name) ?? '').trim();
  const [status, hours] = [textOf('status'), textOf('hours')];
  return {
    text: textOf('text'),
    operation: textOf('operation'),
    status: STATUS_FILTER.test(status) ? status : '',
    session: textOf('session'),
    hours: /^[1-9]\d{0,4}$/.test(hours) ? hours : '',
    pinned: textOf('pinned') === '1' ? '1' : '',
    accepted: textOf('accepted') === '1' ? '1' : '',
  };
}

/** The form that filters and searches the list. */
export const recordingsFilter = (
  { url }: PageRequest,
  { text, operation, status, session, hours, pinned, accepted }: WantedRecordings,
  endpoints: readonly RecordedEndpoint[],
): Html => html`<form class="filter" role="search" aria-label="Recordings" action="${url.pathname}">
<label class="search"><span class="hidden">Search</span><input type="search" name="text" maxlength="${MAX_SEARCH_LENGTH}" value="${text}" placeholder="Search path, body, id, trace or tag"></label>
${
  endpoints.length > MAX_OPERATIONS
    ? html`<label><span class="hidden">Endpoint</span><input name="operation" value="${operation}" placeholder="Endpoint"></label>`
    : choice('operation', 'Endpoint', operation, [
        ['', 'All endpoints'],
        ...endpoints
          .filter((one) => isSeen(one.operation))
          .map((one) => [one.operation, cutText(endpointText(one), MAX_NAME_LENGTH)] as const),
      ])
}
${choice('status', 'Status', status, [['', 'Any status'], ...STATUSES.map((one) => [one, one] as const)])}
${choice('hours', 'Time', hours, [['', 'Any time'], ...TIMES])}
<label class="tick"><input type="checkbox" name="pinned" value="1"${pinned && html` checked`}> Pinned only</label>
${session && html`<input type="hidden" name="session" value="${session}">`}${accepted && html`<input type="hidden" name="accepted" value="1">`}<button>Apply</button>
${accepted && html`<a class="badge" href="${without(url, 'accepted')}">Accepted from runs <span aria-hidden="true">×</span><span class="hidden">: show all recordings</span></a>`}
${session && html`<a class="badge" href="${without(url, 'session')}">Session ${visible(cutText(session, MAX_NAME_LENGTH))} <span aria-hidden="true">×</span><span class="hidden">: show all sessions</span></a>`}</form>`;

/** A value with invisible characters is not offered, since it could be mistaken for another. */
const isSeen = (value: string): boolean => visibleText(value) === value;

/** A choice; a value that is not offered is one more option, so that applying the form keeps it. */
const choice = (
  name: string,
  label: string,
  value: string,
  options: readonly (readonly [value: string, text: string])[],
): Html => {
  const isOffered = options.some(([one]) => one === value) || !isSeen(value);
  const all = isOffered ? options : [...options, [value, value] as const];
  return html`<label><span class="hidden">${label}</span><select name="${name}">${all.map(
    ([one, text]) =>
      html`<option value="${one}"${one === value && html` selected`}>${visibleText(cutText(text, MAX_NAME_LENGTH))}</option>`,
  )}</select></label>`;
};

function without(url: URL, field: 'session' | 'accepted'): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of [field, 'cursor']) query.delete(name);
  return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
}
