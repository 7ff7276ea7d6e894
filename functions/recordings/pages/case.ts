import { html, raw } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { actionForm, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { facts, time } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../platform/pages-shell/refusal.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { StoredValue } from '../../platform/values/stored-json.ts';
import { recordedBodyJob } from '../domain/recorded-body-job.ts';
import { CASE_ID, type CaseHead } from '../domain/recorded-case.ts';
import type { RecordingServices } from '../services.ts';
import { caseSectionsJob } from './case-sections.ts';

const PATH = '/console/cases/{caseId}';
const pathOf = (caseId: string) => `/console/cases/${encodeURIComponent(caseId)}`;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  pinned: 'It is pinned, and never expires.',
  unpinned: 'It is not pinned any more, and expires as any other.',
};

/** Shows one recorded request with its response and its downstream calls. */
export const casePage: Page<Pick<RecordingServices, 'recordings' | 'work'>> = {
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
    const sections = read.ok
      ? raw(read.value)
      : html`<p class="empty">This recording is too large to be shown. Its bodies can be kept as files: <a href="${path}/body?of=request">request</a>, <a href="${path}/body?of=response">response</a>.</p>`;
    return {
      html: layout({
        title: `${head.method} ${head.operation}`,
        request,
        section: 'applications',
        trail: [
          { href: '/console', text: 'Applications' },
          { href: applicationPath(head.appId), text: head.appId },
          { href: `${applicationPath(head.appId)}/recordings`, text: 'Recordings' },
        ],
        body: html`${noticeOf(DONE, request.query)}
${facts([
  ['Case', html`<code>${head.caseId}</code>`],
  ['Recorded', time(head.recordedAt)],
  [
    'Trace',
    html`<code>${head.traceId}</code> <a href="/console/logs?case=${encodeURIComponent(head.caseId)}">Log rows</a>`,
  ],
  ['Session', head.session],
  ['Took', head.durationMs !== null && `${head.durationMs} ms`],
  [
    'Tags',
    Object.entries(head.tags)
      .map(([name, value]) => `${name}=${value}`)
      .join(', '),
  ],
  ['Kept', head.pinned ? 'pinned, never expires' : 'until it expires'],
])}
${request.may('write') && actions(request, head)}
${sections}`,
      }),
    };
  },
};

const actions = (request: PageRequest, { caseId, pinned }: CaseHead): Html => {
  const path = pathOf(caseId);
  return html`<div class="row">${actionForm(request, `${path}/${pinned ? 'unpin' : 'pin'}`, pinned ? 'Let it expire' : 'Pin it')}${actionForm(
    request,
    `${path}/login`,
    'Use as login',
  )}${actionForm(request, `${path}/delete`, 'Delete it', {
    danger: true,
    confirm: 'Delete this recording for good?',
  })}</div>`;
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
  ({ appId, caseId }) => `${applicationPath(appId)}/settings?login=${encodeURIComponent(caseId)}#login`,
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
