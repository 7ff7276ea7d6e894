import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { count, ms, short } from '../../../platform/pages-shell/words.ts';
import type { RecordedCall, RecordedRequest } from '../../../recordings/domain/recorded-case.ts';

/** Maximum characters shown of a request body, and of each part of a call. */
const MAX_BODY_LENGTH = 20_000;
const MAX_PART_LENGTH = 2000;
const MAX_CALLS = 50;

/** The sent request. Folded, because it is the same on both sides. */
export function requestSection({ method, path, headers, body, bodyEncoding }: RecordedRequest): Html {
  return html`<section aria-labelledby="request"><h2 id="request">Request</h2><details><summary>${visible(method)} ${short(path)}</summary>
<dl class="facts">${headers.map(([name, value]) => html`<dt><code>${short(name)}</code></dt><dd><code>${short(value, 1000)}</code></dd>`)}</dl>
${
  body === null || body === ''
    ? html`<p class="empty">No body</p>`
    : bodyEncoding === 'base64'
      ? html`<p>${count(Buffer.byteLength(body, 'base64'))} bytes that are no text</p>`
      : pieceOf(body, MAX_BODY_LENGTH, 'Request body')
}</details></section>`;
}

/** Downstream calls as recorded. Null if the recording was deleted. */
export function callsSection(calls: readonly RecordedCall[] | null): Html {
  return html`<section aria-labelledby="calls"><h2 id="calls">Downstream calls</h2>${
    calls === null
      ? html`<p class="empty">The recording has expired, and its calls with it.</p>`
      : calls.length === 0
        ? html`<p class="empty">None were recorded.</p>`
        : html`<ol class="places">${calls.slice(0, MAX_CALLS).map(callItem)}${calls.length > MAX_CALLS && html`<li class="faint">and ${count(calls.length - MAX_CALLS)} more</li>`}</ol>`
  }</section>`;
}

const callItem = ({ kind, target, operation, request, response, error, durationMs }: RecordedCall): Html =>
  html`<li><details><summary>${kind} ${short(target)}: ${short(operation)} <span class="faint">${ms(durationMs)}${error !== null && ', failed'}</span></summary>${error !== null && html`<p>${short(error, 500)}</p>`}<div class="columns"><div><h3>Sent</h3>${pieceOf(request, MAX_PART_LENGTH, 'Sent')}</div><div><h3>Received</h3>${pieceOf(response, MAX_PART_LENGTH, 'Received')}</div></div></details></li>`;

const pieceOf = (text: string, max: number, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}">${visible(text.slice(0, max))}</pre>${text.length > max && html`<p class="faint">The first ${count(max)} of ${count(text.length)} characters</p>`}`;
