import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { count, ms, short } from '../../../platform/pages-shell/words.ts';
import { MAX_CALLS, type ShownCalls, type ShownRequest, type ShownText } from './shown-request.ts';

/** The sent request. Folded, because it is the same on both sides. */
export function requestSection({ method, path, headers, body }: ShownRequest): Html {
  return html`<section aria-labelledby="request"><h2 id="request">Request</h2><details><summary>${visible(method)} ${short(path)}</summary>
<dl class="facts">${headers.map(([name, value]) => html`<dt><code>${short(name)}</code></dt><dd><code>${short(value, 1000)}</code></dd>`)}</dl>
${
  body === null
    ? html`<p class="empty">No body</p>`
    : typeof body === 'number'
      ? html`<p>${count(body)} bytes that are no text</p>`
      : pieceOf(body, 'Request body')
}</details></section>`;
}

/** Downstream calls as recorded. Null if the recording was deleted. */
export function callsSection(calls: ShownCalls | null): Html {
  return html`<section aria-labelledby="calls"><h2 id="calls">Downstream calls</h2>${
    calls === null
      ? html`<p class="empty">The recording has expired, and its calls with it.</p>`
      : calls.count === 0
        ? html`<p class="empty">None were recorded.</p>`
        : html`<ol class="places">${calls.shown.map(callItem)}${calls.count > MAX_CALLS && html`<li class="faint">and ${count(calls.count - MAX_CALLS)} more</li>`}</ol>`
  }</section>`;
}

const callItem = ({
  kind,
  target,
  operation,
  request,
  response,
  error,
  durationMs,
}: ShownCalls['shown'][number]): Html =>
  html`<li><details><summary>${kind} ${short(target)}: ${short(operation)} <span class="faint">${ms(durationMs)}${error !== null && ', failed'}</span></summary>${error !== null && html`<p>${short(error, 500)}</p>`}<div class="columns"><div><h3>Sent</h3>${pieceOf(request, 'Sent')}</div><div><h3>Received</h3>${pieceOf(response, 'Received')}</div></div></details></li>`;

const pieceOf = ({ text, length }: ShownText, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}">${visible(text)}</pre>${length > text.length && html`<p class="faint">The first ${count(text.length)} of ${count(length)} characters</p>`}`;
