import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { bodyView, headersView } from '../../platform/pages-shell/body-view.ts';
import { actionForm, noticeOf } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { facts, time } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { CASE_ID, type CaseHead, type CasePayload, type RecordedCall } from '../domain/recorded-case.ts';
import type { RecordingServices } from '../services.ts';

const PATH = '/console/cases/{caseId}';
const pathOf = (caseId: string) => `/console/cases/${encodeURIComponent(caseId)}`;

/** Confirmation messages, by the query parameter of the page that shows them. */
const DONE: Readonly<Record<string, string>> = {
  pinned: 'It is pinned, and never expires.',
  unpinned: 'It is not pinned any more, and expires as any other.',
};

/** Shows one recorded request with its response and its downstream calls. */
export const casePage: Page<Pick<RecordingServices, 'recordings'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',

  async answer(request, services) {
    const found = await find(request, services);
    if (found === null) return { html: problemPage('not-found', request), status: 404 };
    const { head, payload } = found;
    const path = pathOf(head.caseId);
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
<div class="columns"><section aria-labelledby="request"><h2 id="request">Request</h2><p><strong>${payload.request.method}</strong> <code>${visible(payload.request.path)}</code></p>
${headersView(payload.request.headers)}${bodyView(payload.request, `${path}/body?of=request`)}</section>
<section aria-labelledby="response"><h2 id="response">Response</h2>${
          payload.response
            ? html`<p>Status <strong>${payload.response.status}</strong></p>${headersView(payload.response.headers)}${bodyView(payload.response, `${path}/body?of=response`)}`
            : html`<p class="empty">None was recorded: there is nothing to compare with.</p>`
        }</section></div>
<section aria-labelledby="calls"><h2 id="calls">Downstream calls</h2>${
          payload.calls.length === 0 ? html`<p class="empty">None was recorded.</p>` : payload.calls.map(call)
        }</section>`,
      }),
    };
  },
};

const actions = (request: PageRequest, { caseId, pinned }: CaseHead): Html => {
  const path = pathOf(caseId);
  return html`<div class="row">${actionForm(request, `${path}/${pinned ? 'unpin' : 'pin'}`, pinned ? 'Let it expire' : 'Pin it')}${actionForm(
    request,
    `${path}/delete`,
    'Delete it',
    { danger: true, confirm: 'Delete this recording for good?' },
  )}</div>`;
};

const call = ({ kind, target, operation, request, response, error, durationMs }: RecordedCall, index: number): Html =>
  html`<details class="panel"><summary>${index + 1}. ${kind} <code>${visible(target)}</code> <code>${visible(operation)}</code>${error && html` <span class="state bad">failed</span>`}</summary>
${facts([
  ['Took', durationMs !== null && `${durationMs} ms`],
  ['Error', error],
])}<div class="columns"><div><h3>Request</h3>${bodyView({ body: request, bodyEncoding: 'utf8' }, null)}</div><div><h3>Response</h3>${bodyView({ body: response, bodyEncoding: 'utf8' }, null)}</div></div></details>`;

/** Downloads a recorded body of any size as a file; never shown as a page, since its content is untrusted. */
export const caseBody: Page<Pick<RecordingServices, 'recordings'>> = {
  method: 'GET',
  path: `${PATH}/body`,
  scope: 'read',

  async answer(request, services) {
    const found = await find(request, services);
    const side = request.query.get('of') === 'response' ? found?.payload.response : found?.payload.request;
    if (!found || !side || side.body === null) return { html: problemPage('not-found', request), status: 404 };
    const name = `${found.head.caseId}-${request.query.get('of') === 'response' ? 'response' : 'request'}`;
    return {
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': `attachment; filename="${name.replaceAll(':', '_')}"`,
      },
      response: { status: 200, bytes: Buffer.from(side.body, side.bodyEncoding) },
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

async function find(
  { params: { caseId = '' } }: PageRequest,
  { recordings }: Pick<RecordingServices, 'recordings'>,
): Promise<{ head: CaseHead; payload: CasePayload } | null> {
  if (!CASE_ID.test(caseId)) return null;
  const [head, [payload]] = await Promise.all([recordings.find(caseId), recordings.payloads([caseId])]);
  return head && payload ? { head, payload } : null;
}
