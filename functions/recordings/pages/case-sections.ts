import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { bodyView, headersView } from '../../platform/pages-shell/body-view.ts';
import { endpointName } from '../../platform/pages-shell/endpoint-name.ts';
import { icon } from '../../platform/pages-shell/icon.ts';
import { ms, short } from '../../platform/pages-shell/texts.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { curlCommand } from '../domain/curl/curl-command.ts';
import { maskedPayload } from '../domain/masks/masked-payload.ts';
import { CasePayload, type RecordedCall } from '../domain/recorded-case.ts';
import { shownPayload } from '../domain/sealed/shown-payload.ts';
import { curlSection } from './curl-section.ts';
import { statusCode } from './recordings-table.ts';

interface CaseSectionsInput {
  stored: Uint8Array | undefined;
  path: string;
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** What the page of a recording shows of its payload. */
export interface CaseSections {
  /** Path and query of the request. */
  path: string;
  /** HTML. */
  sections: string;
}

/** The sections of a stored case's page; null if its bytes have expired. */
export const caseSectionsJob = job(
  'recordings.case-sections',
  ({ stored, path, isMasked }: CaseSectionsInput): CaseSections | null => {
    if (stored === undefined) return null;
    const payload = v.parse(CasePayload, jsonOfStored(stored));
    const shown = shownPayload(isMasked ? maskedPayload(payload) : payload);
    const curl = curlSection(curlCommand(payload.request), `${path}/body?of=request`);
    return { path: shown.request.path, sections: String(html`${exchange(shown, path)}${calls(shown.calls)}${curl}`) };
  },
);

const exchange = ({ request, response }: CasePayload, path: string): Html =>
  html`<div class="columns"><section class="panel pad" aria-labelledby="request"><h2 id="request">Request</h2><p>${endpointName(request.method, request.path)}</p>
${headersView(request.headers)}${bodyView(request, `${path}/body?of=request`)}</section>
<section class="panel pad" aria-labelledby="response"><h2 id="response">Response</h2>${
    response
      ? html`<p>Status ${statusCode(response.status)}</p>${headersView(response.headers)}${bodyView(response, `${path}/body?of=response`)}`
      : html`<p class="empty">Not recorded, so a run has nothing to compare with</p>`
  }</section></div>`;

function calls(all: readonly RecordedCall[]): Html {
  const longest = Math.max(1, ...all.map(({ durationMs }) => durationMs ?? 0));
  return html`<section aria-labelledby="calls"><h2 id="calls">Downstream calls <span class="count">${all.length}</span></h2>${
    all.length === 0
      ? html`<p class="panel empty">No downstream calls recorded</p>`
      : html`<div class="panel"><div class="calls-head" aria-hidden="true"><span></span><span>Kind</span><span>Call</span><span>Result</span><span>Relative duration</span><span class="number">Duration</span></div><ol class="calls">${all.map((one) => call(one, longest))}</ol></div>`
  }</section>`;
}

const call = (
  { kind, target, operation, request, response, error, durationMs }: RecordedCall,
  longest: number,
): Html => html`<li><details><summary>${icon('chevron')}<span>${kind}</span><span class="cut"><strong>${short(target)}</strong> <span class="mono">${short(operation, undefined, 'ltr')}</span></span><span>${error === null ? 'Answered' : html`<span class="bad-text">Failed</span>`}</span><svg class="lane" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true"><rect class="recorded" x="0" y="4" width="${Math.round((100 * (durationMs ?? 0)) / longest)}" height="8"/></svg><span class="number">${ms(durationMs)}</span></summary>
<div class="body">${error !== null && html`<p>${short(error, 500)}</p>`}<div class="columns"><div><h3>Request</h3>${bodyView({ body: request, bodyEncoding: 'utf8' }, null)}</div><div><h3>Response</h3>${bodyView({ body: response, bodyEncoding: 'utf8' }, null)}</div></div></div></details></li>`;
