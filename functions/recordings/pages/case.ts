import { html, raw } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { badge } from '../../platform/pages-shell/badge.ts';
import { byteSize } from '../../platform/pages-shell/byte-size.ts';
import { endpointName } from '../../platform/pages-shell/endpoint-name.ts';
import { actionForm, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../platform/pages-shell/refusal.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { cutText, ms, short } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import type { RecordingServices } from '../composition.ts';
import { recordedBodyJob } from '../domain/recorded-body-job.ts';
import { CASE_ID, type CaseHead } from '../domain/recorded-case.ts';
import { caseSectionsJob } from './case-sections.ts';
import { sessionLink, statusCode } from './recordings-table.ts';
import { versionsSection } from './versions/versions-section.ts';

const PATH = '/console/cases/{caseId}';
const pathOf = (caseId: string) => `/console/cases/${encodeURIComponent(caseId)}`;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  pinned: 'The recording is pinned and never expires.',
  unpinned: 'The recording is no longer pinned and expires.',
  restored: 'The version is current again. Later runs compare with it.',
};

/** Shows one recorded request with its response and its downstream calls. */
export const casePage: Page<Pick<RecordingServices, 'recordings' | 'work' | 'now'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',

  async answer(request, services) {
    const found = await find(request, services);
    if (found === null) return missing(request, services);
    const { head, stored } = found;
    const path = pathOf(head.caseId);
    const read = await services.work.run(
      caseSectionsJob,
      async () => ({ stored: await stored.bytes(), path, isMasked: !request.may('write') }),
      {
        bytes: stored.size,
        urgent: true,
      },
    );
    if (read.ok && read.value === null) return missing(request, services);
    const shown = read.ok ? read.value : null;
    const requestPath = shown?.path ?? head.operation;
    const tags = tagsOf(head);
    const versions = await versionsOf(head, services);
    return {
      html: layout({
        title: `${head.method} ${cutText(requestPath, MAX_TITLE_LENGTH)}`,
        heading: visible(`${head.method} ${cutText(requestPath, MAX_HEADING_LENGTH)}`, 'ltr'),
        facts: [
          html`Status ${statusCode(head.status)}`,
          html`Recorded ${relativeTime(head.recordedAt, services.now())}`,
          head.durationMs !== null && html`${ms(head.durationMs)}`,
          html`${byteSize(stored.size)}`,
          head.session !== null && html`Session ${sessionLink(head.appId, head.session)}`,
          tags !== '' && short(tags),
          head.accepted !== undefined && html`Version ${head.accepted.version}`,
          head.pinned && badge(html`${icon('pin')} Pinned`, 'quiet', 'Never expires'),
        ],
        actions: request.may('write') && actions(request, head),
        request,
        section: 'applications',
        trail: [
          { href: '/console', text: 'Applications' },
          { href: applicationPath(head.appId), text: head.appId },
          { href: `${applicationPath(head.appId)}/recordings`, text: 'Recordings' },
        ],
        body: html`${noticeOf(DONE, request.query)}
${
  shown
    ? raw(shown.sections)
    : html`<p class="panel empty">This recording is too large to be shown. Download its bodies: <a href="${path}/body?of=request">request</a>, <a href="${path}/body?of=response">response</a></p>`
}
${versionsSection(request, head.caseId, versions, services.now())}<section aria-labelledby="details"><h2 id="details">Details</h2><div class="panel pad">${facts(
          [
            ['Id', html`<code>${head.caseId}</code>`],
            [
              'Endpoint',
              endpointName(head.operation.startsWith(`${head.method} `) ? null : head.method, head.operation),
            ],
            [
              'Trace',
              html`<code>${head.traceId}</code> <a href="/console/logs?case=${encodeURIComponent(head.caseId)}">Logs</a>`,
            ],
            ['Session', head.session],
            ['Tags', tags],
            ['Retention', head.pinned ? 'Pinned, never expires' : 'Expires unless it is pinned'],
          ],
        )}</div></section>`,
      }),
    };
  },
};

/** Nothing is read of a recording that always had one version only. */
const versionsOf = async ({ caseId, lastVersion }: CaseHead, { recordings }: Pick<RecordingServices, 'recordings'>) =>
  lastVersion === undefined ? [] : ((await recordings.versions.list(caseId)) ?? []);

const MAX_TITLE_LENGTH = 100;
const MAX_HEADING_LENGTH = 300;

const tagsOf = ({ tags }: CaseHead): string =>
  Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');

const actions = (request: PageRequest, { appId, caseId, pinned }: CaseHead): Html => {
  const path = pathOf(caseId);
  return html`${actionForm(request, `${path}/${pinned ? 'unpin' : 'pin'}`, pinned ? 'Unpin' : 'Pin', { look: 'button' })}${actionForm(
    request,
    `${path}/login`,
    'Use as login step',
    { look: 'button' },
  )}${actionForm(request, `${path}/delete`, 'Delete', {
    danger: true,
    look: 'button',
    confirm: 'Delete this recording permanently?',
  })}<a class="button primary" href="${applicationPath(appId)}/replays/new?${new URLSearchParams({ caseId })}">Start a run with this recording</a>`;
};

/** Downloads a recorded body of any size as a file; never shown as a page, since its content is untrusted. */
export const caseBody: Page<Pick<RecordingServices, 'recordings' | 'work'>> = {
  method: 'GET',
  path: `${PATH}/body`,
  scope: 'read',

  async answer(request, services) {
    const found = await find(request, services);
    const of: 'request' | 'response' = request.query.get('of') === 'response' ? 'response' : 'request';
    const { stored } = found ?? {};
    const read =
      stored &&
      (await services.work.run(
        recordedBodyJob,
        async () => ({ stored: await stored.bytes(), of, isMasked: !request.may('write') }),
        {
          bytes: stored.size,
          urgent: true,
        },
      ));
    if (!found || !read?.ok || read.value === null) return { html: problemPage('not-found', request), status: 404 };
    const name = `${found.head.caseId}-${of}`;
    return {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name.replaceAll(':', '_')}"`,
      },
      response: { status: 200, bytes: read.value.bytes },
    };
  },
};

const changing = (
  path: string,
  method: 'POST' | 'DELETE',
  endpoint: string,
  after: (head: CaseHead) => string,
): Page<Pick<RecordingServices, 'recordings'>> => ({
  method: 'POST',
  path,
  scope: 'write',

  async answer(request, services) {
    const found = await find(request, services);
    const answer = found && (await request.ask(method, endpoint, { params: { caseId: found.head.caseId } }));
    if (!found || !answer || refusalOf(answer) !== null)
      return { html: problemPage('not-found', request), status: 404 };
    return { location: after(found.head) };
  },
});

const ENDPOINT = '/api/recorder/cases/{caseId}';

/** Keeps a case beyond its retention. */
export const pinCase: Page<Pick<RecordingServices, 'recordings'>> = changing(
  `${PATH}/pin`,
  'POST',
  `${ENDPOINT}/pin`,
  ({ caseId }) => `${pathOf(caseId)}?done=pinned`,
);

/** Keeps a case, as a login step needs it in every run, and opens the settings with it as the login request. */
export const useCaseAsLogin: Page<Pick<RecordingServices, 'recordings'>> = changing(
  `${PATH}/login`,
  'POST',
  `${ENDPOINT}/pin`,
  ({ appId, caseId }) => `${applicationPath(appId)}/settings/login?login=${encodeURIComponent(caseId)}`,
);

/** Lets a pinned case expire again. */
export const unpinCase: Page<Pick<RecordingServices, 'recordings'>> = changing(
  `${PATH}/unpin`,
  'POST',
  `${ENDPOINT}/unpin`,
  ({ caseId }) => `${pathOf(caseId)}?done=unpinned`,
);

/** Deletes a case. */
export const deleteCase: Page<Pick<RecordingServices, 'recordings'>> = changing(
  `${PATH}/delete`,
  'DELETE',
  ENDPOINT,
  ({ appId }) => `${applicationPath(appId)}/recordings?done=deleted`,
);

/** The page in place of a case that is not there, or cannot be read. */
async function missing(request: PageRequest, { recordings }: Pick<RecordingServices, 'recordings'>) {
  const { caseId = '' } = request.params;
  const isUnreadable = CASE_ID.test(caseId) && (await recordings.isUnreadable(caseId));
  return isUnreadable
    ? { html: problemPage('unreadable', request), status: 410 }
    : { html: problemPage('not-found', request), status: 404 };
}

async function find(
  { params: { caseId = '' } }: PageRequest,
  { recordings }: Pick<RecordingServices, 'recordings'>,
): Promise<{ head: CaseHead; stored: StoredValue } | null> {
  if (!CASE_ID.test(caseId)) return null;
  const [head, stored] = await Promise.all([
    undefinedIfDamaged(recordings.find(caseId)),
    recordings.storedPayload(caseId),
  ]);
  return head && stored ? { head, stored } : null;
}
