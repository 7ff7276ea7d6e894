import { html } from 'hono/html';
import * as v from 'valibot';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { bodyView, headersView } from '../../platform/pages-shell/body-view.ts';
import { facts } from '../../platform/pages-shell/list-parts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { maskedPayload } from '../domain/masks/masked-payload.ts';
import { CasePayload, type RecordedCall } from '../domain/recorded-case.ts';
import { shownPayload } from '../domain/sealed/shown-payload.ts';

interface CaseSectionsInput {
  stored: Uint8Array | undefined;
  path: string;
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** The sections of a stored case's page as HTML; null if its bytes have expired. */
export const caseSectionsJob = job(
  'recordings.case-sections',
  ({ stored, path, isMasked }: CaseSectionsInput): string | null => {
    if (stored === undefined) return null;
    const payload = v.parse(CasePayload, jsonOfStored(stored));
    return String(sections(shownPayload(isMasked ? maskedPayload(payload) : payload), path));
  },
);

const sections = ({ request, response, calls }: CasePayload, path: string): Html =>
  html`<div class="columns"><section aria-labelledby="request"><h2 id="request">Request</h2><p><strong>${request.method}</strong> <code>${visible(request.path)}</code></p>
${headersView(request.headers)}${bodyView(request, `${path}/body?of=request`)}</section>
<section aria-labelledby="response"><h2 id="response">Response</h2>${
    response
      ? html`<p>Status <strong>${response.status}</strong></p>${headersView(response.headers)}${bodyView(response, `${path}/body?of=response`)}`
      : html`<p class="empty">None was recorded: there is nothing to compare with.</p>`
  }</section></div>
<section aria-labelledby="calls"><h2 id="calls">Downstream calls</h2>${
    calls.length === 0 ? html`<p class="empty">None was recorded.</p>` : calls.map(call)
  }</section>`;

const call = ({ kind, target, operation, request, response, error, durationMs }: RecordedCall, index: number): Html =>
  html`<details class="panel pad"><summary>${index + 1}. ${kind} <code>${visible(target)}</code> <code>${visible(operation)}</code>${error && html` <span class="badge bad">failed</span>`}</summary>
${facts([
  ['Took', durationMs !== null && `${durationMs} ms`],
  ['Error', error],
])}<div class="columns"><div><h3>Request</h3>${bodyView({ body: request, bodyEncoding: 'utf8' }, null)}</div><div><h3>Response</h3>${bodyView({ body: response, bodyEncoding: 'utf8' }, null)}</div></div></details>`;
