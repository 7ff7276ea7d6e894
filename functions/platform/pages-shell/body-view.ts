import { html } from 'hono/html';
import type { Html } from '../http/pages/page-route.ts';
import { counted } from './texts.ts';
import { visible, visibleText } from './visible-text.ts';

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
    return html`<p>${Buffer.byteLength(body, 'base64')} bytes that are not text. ${whole && html`<a href="${whole}">Download</a>`}</p>`;
  const shown = body.length <= MAX_SHOWN_LENGTH ? pretty(body) : visible(body.slice(0, MAX_SHOWN_LENGTH));
  return html`<pre tabindex="0" role="group" aria-label="Body">${shown}</pre>${
    body.length > MAX_SHOWN_LENGTH &&
    html`<p>The first ${MAX_SHOWN_LENGTH.toLocaleString('en')} of ${body.length.toLocaleString('en')} characters. ${whole && html`<a href="${whole}">Download the whole body</a>`}</p>`
  }`;
}

/** Maximum indentation: spaces alone could turn a small body into a page of many megabytes. */
const MAX_STEPS = 20;

/** Maximum tokens in colours; a list of numbers would make a page many times as large as the body. */
const MAX_COLOURED = 5000;

/**
 * JSON in colours, with line breaks between its members, its numbers and names as they were written; anything else
 * unchanged.
 */
function pretty(text: string): Html {
  try {
    JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return visible(text);
    throw fault;
  }
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[[\]{}]|[:,]|[^\s[\]{}:,"]+/g) ?? [];
  // Invisible characters are marked in the text as a whole, so that there are not too many marks.
  const isColoured = tokens.length <= MAX_COLOURED && visibleText(text) === text;
  const parts: (Html | string)[] = [];
  let depth = 0;
  let isAfterOpening = false;
  for (const [index, token] of tokens.entries()) {
    const isClosing = token === '}' || token === ']';
    if (isClosing) depth--;
    if (isClosing !== isAfterOpening && (isClosing || isAfterOpening)) parts.push(line(depth));
    if (token === ':') parts.push(': ');
    else parts.push(isColoured ? coloured(token, tokens[index + 1] === ':') : token);
    isAfterOpening = token === '{' || token === '[';
    if (isAfterOpening) depth++;
    if (token === ',') parts.push(line(depth));
  }
  return isColoured ? html`${parts}` : visible(parts.join(''));
}

function coloured(token: string, isName: boolean): Html | string {
  if (/^[[\]{},]$/.test(token)) return token;
  const colour = isName ? 'k' : token.startsWith('"') ? 's' : /^[-\d]/.test(token) ? 'n' : 'l';
  return html`<span class="${colour}">${visible(token, 'ltr')}</span>`;
}

const line = (depth: number) => `\n${'  '.repeat(Math.min(depth, MAX_STEPS))}`;

/** Shows headers by name and value. */
export const headersView = (headers: readonly (readonly [string, string])[]): Html =>
  headers.length === 0
    ? html`<p class="empty">No headers</p>`
    : html`<details><summary>${counted(headers.length, 'header')}</summary><dl class="pairs">${headers.map(
        ([name, value]) => html`<dt><code>${visible(name)}</code></dt><dd><code>${visible(value)}</code></dd>`,
      )}</dl></details>`;
