import { html } from 'hono/html';
import { isMeaningfulHeader } from '../../../compare/domain/headers/meaningful-header.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import type { Header } from '../../../platform/outbound/outbound.ts';
import { byteSize } from '../../../platform/pages-shell/byte-size.ts';
import { change } from '../../../platform/pages-shell/change.ts';
import { count, counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ShownRequest, ShownText } from './shown-request.ts';

const MAX_VALUE_LENGTH = 1000;
/** Maximum headers of a list. */
const MAX_HEADERS = 60;

/** Response headers of both sides by name, folded. Those that differ come first. */
export function headersPanel(
  { recorded, replayed }: Record<'recorded' | 'replayed', readonly Header[]>,
  [left, right]: readonly [string, string],
): Html {
  const [a, b] = [byName(recorded), byName(replayed)];
  const rows = [...new Set([...a.keys(), ...b.keys()])].sort().map((name) => {
    return { name, before: a.get(name) ?? null, now: b.get(name) ?? null };
  });
  const compared = rows.map(({ name }) => name).filter(isMeaningfulHeader);
  const differing = rows.filter(({ before, now }) => before !== now);
  const equal = rows.filter(({ before, now }) => before === now);
  return html`<details id="headers"><summary>Response headers <span class="muted">${differing.length === 0 ? `${rows.length}, all equal` : `${differing.length} of ${rows.length} ${differing.length === 1 ? 'differs' : 'differ'}`}</span></summary><div class="body">
<p class="small muted">${compared.length > 0 && html`By default, the service compares these of them: <code>${short(compared.join(', '))}</code>. `}The settings and rules of the application may choose others. Other headers are shown and not compared.</p>
${
  differing.length > 0 &&
  html`<table class="values"><caption class="hidden">Response headers that differ</caption><thead><tr><th scope="col">Header</th><th scope="col">${left} → ${right.toLowerCase()}</th></tr></thead><tbody>${differing
    .slice(0, MAX_HEADERS)
    .map(
      ({ name, before, now }) =>
        html`<tr><th scope="row"><code>${short(name)}</code></th><td>${change(sideOf(before), sideOf(now))}</td></tr>`,
    )}</tbody></table>`
}${equal.length > 0 && html`<details><summary class="small">${counted(equal.length, 'equal header')}</summary>${pairs(equal.map(({ name, before }) => [name, before ?? '']))}</details>`}</div></details>`;
}

const sideOf = (value: string | null) => (value === null ? { word: 'none' } : { value });

/** Values of one name, one per line, as received. */
function byName(headers: readonly Header[]): Map<string, string> {
  const grouped = Map.groupBy(headers, ([name]) => name.toLowerCase());
  return new Map([...grouped].map(([name, all]) => [name, all.map(([, value]) => value).join('\n')]));
}

/** The sent request, folded, because it is the same on both sides. */
export function requestPanel({ method, path, headers, body }: ShownRequest): Html {
  const size = body === null ? 'no body' : byteSize(typeof body === 'number' ? body : body.length);
  return html`<details id="request"><summary>Request <span class="muted">${counted(headers.length, 'header')}, ${size}</span></summary><div class="body">
<p><code>${visible(method)} ${short(path, MAX_VALUE_LENGTH)}</code></p>
${pairs(headers)}
${
  typeof body === 'number'
    ? html`<p>${count(body)} bytes that are not text</p>`
    : body !== null && pieceOf(body, 'Request body')
}</div></details>`;
}

const pairs = (headers: readonly Header[]): Html =>
  html`<dl class="pairs">${headers.slice(0, MAX_HEADERS).map(([name, value]) => html`<dt><code>${short(name)}</code></dt><dd><code>${short(value, MAX_VALUE_LENGTH)}</code></dd>`)}</dl>`;

/** The beginning of a text. */
export const pieceOf = ({ text, length }: ShownText, label: string): Html =>
  html`<pre tabindex="0" role="group" aria-label="${label}">${visible(text)}</pre>${length > text.length && html`<p class="small muted">The first ${count(text.length)} of ${count(length)} characters</p>`}`;
