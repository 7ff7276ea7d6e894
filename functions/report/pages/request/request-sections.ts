import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { count, short } from '../../../platform/pages-shell/words.ts';
import type { ShownRequest, ShownText } from './shown-request.ts';

/** The sent request. Folded, because it is the same on both sides. */
export function requestSection({ method, path, headers, body }: ShownRequest): Html {
  return html`<section aria-labelledby="request"><h2 id="request">Request</h2><details><summary>${visible(method)} ${short(path)}</summary>
<dl class="pairs">${headers.map(([name, value]) => html`<dt><code>${short(name)}</code></dt><dd><code>${short(value, 1000)}</code></dd>`)}</dl>
${
  body === null
    ? html`<p class="empty">No body</p>`
    : typeof body === 'number'
      ? html`<p>${count(body)} bytes that are no text</p>`
      : pieceOf(body, 'Request body')
}</details></section>`;
}

/** The beginning of a text. */
export const pieceOf = ({ text, length }: ShownText, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}">${visible(text)}</pre>${length > text.length && html`<p class="muted">The first ${count(text.length)} of ${count(length)} characters</p>`}`;
