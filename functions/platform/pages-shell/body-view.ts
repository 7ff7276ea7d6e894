import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { visible } from './visible-text.ts';

/** Maximum characters of a body on a page, which links to the whole. */
const MAX_SHOWN_LENGTH = 100_000;

interface Body {
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/**
 * Shows a body as text, JSON in indented lines; the beginning of a large one, or the number of bytes of a binary one.
 */
export function bodyView({ body, bodyEncoding }: Body, whole: string | null): Html {
  if (body === null || body === '') return html`<p class="empty">No body</p>`;
  if (bodyEncoding === 'base64')
    return html`<p>${Buffer.byteLength(body, 'base64')} bytes that are no text. ${whole && html`<a href="${whole}">Keep them as a file</a>`}</p>`;
  const shown = body.length <= MAX_SHOWN_LENGTH ? pretty(body) : body.slice(0, MAX_SHOWN_LENGTH);
  return html`<pre tabindex="0" role="group" aria-label="Body">${visible(shown)}</pre>${
    body.length > MAX_SHOWN_LENGTH &&
    html`<p>The first ${MAX_SHOWN_LENGTH.toLocaleString('en')} of ${body.length.toLocaleString('en')} characters. ${whole && html`<a href="${whole}">Keep all of it as a file</a>`}</p>`
  }`;
}

/** Maximum indentation: spaces alone could turn a small body into a page of many megabytes. */
const MAX_STEPS = 20;

/** JSON with line breaks between its members, its numbers and names as they were written; anything else unchanged. */
function pretty(text: string): string {
  try {
    JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return text;
    throw fault;
  }
  const parts: string[] = [];
  let depth = 0;
  let isAfterOpening = false;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]|[:,]|[^\s[\]{}:,"]+/g)) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    if (isClosing !== isAfterOpening && (isClosing || isAfterOpening)) parts.push(line(depth));
    parts.push(token === ':' ? ': ' : token);
    isAfterOpening = token === '{' || token === '[';
    if (isAfterOpening) depth++;
    if (token === ',') parts.push(line(depth));
  }
  return parts.join('');
}

const line = (depth: number) => `\n${'  '.repeat(Math.min(depth, MAX_STEPS))}`;

/** Shows headers by name and value. */
export const headersView = (headers: readonly (readonly [string, string])[]): Html =>
  headers.length === 0
    ? html`<p class="empty">No headers</p>`
    : html`<details><summary>${headers.length === 1 ? 'One header' : `${headers.length} headers`}</summary><dl class="pairs">${headers.map(
        ([name, value]) => html`<dt><code>${visible(name)}</code></dt><dd><code>${visible(value)}</code></dd>`,
      )}</dl></details>`;
