import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { visible } from './visible-text.ts';

/** Most characters of a body on a page; the whole of it is a link away. */
const MOST_SHOWN = 100_000;

interface Body {
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** A body as text, JSON with its lines set apart; of a larger one the beginning, of bytes how many there are. */
export function bodyView({ body, bodyEncoding }: Body, whole: string | null): Html {
  if (body === null || body === '') return html`<p class="empty">No body</p>`;
  if (bodyEncoding === 'base64')
    return html`<p>${Buffer.byteLength(body, 'base64')} bytes that are no text. ${whole && html`<a href="${whole}">Keep them as a file</a>`}</p>`;
  const shown = body.length <= MOST_SHOWN ? pretty(body) : body.slice(0, MOST_SHOWN);
  return html`<pre tabindex="0" role="group" aria-label="Body">${visible(shown)}</pre>${
    body.length > MOST_SHOWN &&
    html`<p>The first ${MOST_SHOWN.toLocaleString('en')} of ${body.length.toLocaleString('en')} characters. ${whole && html`<a href="${whole}">Keep all of it as a file</a>`}</p>`
  }`;
}

/** Deeper lines stand no further to the right: spaces alone would make a page of many megabytes of a small body. */
const MOST_STEPS = 20;

/** JSON with line ends between its members, its numbers and names as they were written; anything else as it is. */
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

const line = (depth: number) => `\n${'  '.repeat(Math.min(depth, MOST_STEPS))}`;

/** Headers by name and value. */
export const headersView = (headers: readonly (readonly [string, string])[]): Html =>
  headers.length === 0
    ? html`<p class="empty">No headers</p>`
    : html`<details><summary>${headers.length === 1 ? 'One header' : `${headers.length} headers`}</summary><dl class="facts">${headers.map(
        ([name, value]) => html`<dt><code>${visible(name)}</code></dt><dd><code>${visible(value)}</code></dd>`,
      )}</dl></details>`;
