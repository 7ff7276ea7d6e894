import { html } from 'hono/html';
import { SEALING_DONE } from '../../applications/pages/parts/sealing.ts';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout, applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { notice, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { count, counted } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { RecordingServices } from '../composition.ts';
import { MAX_SEARCH_LENGTH, MAX_SEARCH_TERMS, searchTerms } from '../domain/search/search-text.ts';
import { listedCases } from '../service/listed-cases.ts';
import { personalDataOf } from '../service/personal-data-of.ts';
import { runningSealing } from '../service/sealing/running-sealing.ts';
import { type SearchPage, searchCases } from '../service/search-cases.ts';
import type { CasePage } from '../store/case-lists.ts';
import { uploadForm } from './parts/import-form.ts';
import { personalDataHint, personalDataPanel } from './personal-data/personal-data-panel.ts';
import { recordingsFilter, type WantedRecordings, wantedRecordings } from './recordings-filter.ts';
import { MAX_SELECTED, recordingsTable } from './recordings-table.ts';

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE = {
  deleted: 'The recording is deleted.',
  'selected-pinned': 'The selected recordings are pinned and never expire.',
  'selected-unpinned': 'The selected recordings are no longer pinned and expire.',
  'selected-deleted': 'The selected recordings are deleted.',
  ...SEALING_DONE,
};

const HOUR = 3_600_000;

type Services = Pick<RecordingServices, 'recordings' | 'applications' | 'work' | 'now'>;

/** Lists and searches the recordings of an application, newest first, and imports more. */
export const recordingsPage: Page<Services> = {
  method: 'GET',
  path: '/console/apps/{appId}/recordings',
  scope: 'read',

  async answer(request, services) {
    const { appId = '' } = request.params;
    const wanted = wantedRecordings(request.query);
    const terms = searchTerms(wanted.text);
    const [endpoints, personal, sealing, page] = await Promise.all([
      services.recordings.endpointsOf(appId),
      personalDataOf(services, appId),
      runningSealing(services.recordings, appId),
      terms.ok ? found(request, services, wanted, terms.value) : { items: [], nextCursor: null },
    ]);
    if (page === null) return { html: problemPage('bad-link', request), status: 400 };
    if (page === 'too-costly') return { html: problemPage('busy', request), status: 503 };
    const listed = await listedCases(services, page.items, !request.may('write'));
    const isFiltered = Object.values(wanted).some((value) => value !== '');
    const path = applicationPath(appId);
    return {
      ...(!terms.ok && { status: 422 }),
      html: applicationLayout({
        request,
        appId,
        tab: 'recordings',
        title: `Recordings of ${appId}`,
        heading: visible(appId),
        actions: html`${request.may('record') && html`<a class="button" href="#upload">Import recordings</a>`}${request.may('write') && html` <a class="button primary" href="${path}/replays/new">Start a run</a>`}`,
        body: html`${noticeOf(DONE, request.query)}${!terms.ok && notice(`A search can have at most ${MAX_SEARCH_LENGTH} characters and ${MAX_SEARCH_TERMS} terms.`, 'bad')}
${personalDataHint(personal, sealing)}
${recordingsFilter(request, wanted, endpoints)}
${
  listed.length > 0
    ? recordingsTable({ request, appId, listed, now: services.now(), foot: foot(request, page) })
    : html`<div class="panel"><p class="empty">${isFiltered ? 'No recording matches' : 'No recordings yet, or all have expired'}</p>${foot(request, page)}</div>`
}
${personalDataPanel(request, personal)}
${request.may('record') && html`<section aria-labelledby="import"><h2 id="import">Import recordings</h2>${uploadForm({ request, action: `${path}/import`, appId })}</section>`}`,
      }),
    };
  },
};

/** The wanted recordings; null for an invalid cursor. */
async function found(
  request: PageRequest,
  services: Services,
  { operation, status, session, hours, pinned, accepted }: WantedRecordings,
  terms: readonly string[],
): Promise<CasePage | SearchPage | 'too-costly' | null> {
  const range = {
    appId: request.params.appId ?? '',
    limit: MAX_SELECTED,
    ...(operation && { operation }),
    ...(hours && { from: Math.max(0, services.now() - Number(hours) * HOUR) }),
    ...(pinned && { pinnedOnly: true }),
    ...(request.query.has('cursor') && { cursor: request.query.get('cursor') ?? '' }),
  };
  if (terms.length === 0 && status === '' && session === '' && accepted === '') return services.recordings.list(range);
  const page = await searchCases(services, {
    ...range,
    filter: { ...(status && { status }), ...(session && { session }), ...(accepted && { accepted: true as const }) },
    terms,
    isMasked: !request.may('write'),
  });
  if (page.ok) return page.value;
  return page.code === 'BAD_CURSOR' ? null : 'too-costly';
}

/** What the list covers, and links to its other pages. */
function foot({ url }: PageRequest, page: CasePage | SearchPage): Html | false {
  const isFirst = !url.searchParams.has('cursor');
  const isSearch = 'searched' in page;
  if (!isSearch && isFirst && page.nextCursor === null && page.items.length === 0) return false;
  const to = (cursor: string | null) => {
    const query = new URLSearchParams(url.searchParams);
    query.delete('cursor');
    if (cursor !== null) query.set('cursor', cursor);
    return query.size > 0 ? `${url.pathname}?${query}` : url.pathname;
  };
  const text = isSearch
    ? `${count(page.items.length)} found in ${isFirst ? 'the ' : ''}${counted(page.searched, `${isFirst ? 'newest' : 'older'} recording`)}`
    : counted(page.items.length, `${isFirst ? (page.nextCursor === null ? '' : 'newest ') : 'older '}recording`);
  return html`<nav class="panel-foot row" aria-label="Pages of the list"><span class="muted">${text}</span> ${!isFirst && html`<a class="button tiny" href="${to(null)}">First page</a>`} ${
    page.nextCursor !== null &&
    html`<a class="button tiny push" href="${to(page.nextCursor)}" rel="next">${isSearch ? 'Search older' : 'Next'}</a>`
  }</nav>`;
}
