import { html } from 'hono/html';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { visible } from '../../../../platform/pages-shell/visible-text.ts';
import type { LinePart } from './changed-parts.ts';
import type { ShownLine } from './shown-rows.ts';

/** A line with the colours of JSON; `parts`: its value in pieces, of which the changed ones are marked by `tag`. */
export function lineHtml(line: ShownLine, tag: 'del' | 'ins', parts: readonly LinePart[] | null): Html {
  const { depth, label, text, colour, hasComma } = line;
  const name = label !== '' && html`<span class="k">${visible(label, 'ltr')}</span>: `;
  return html`${INDENT.repeat(depth)}${name}${(parts ?? [{ text, isChanged: false }]).map((part) => partHtml(part, colour, tag))}${hasComma && ','}`;
}

const INDENT = '  ';

function partHtml({ text, isChanged }: LinePart, colour: ShownLine['colour'], tag: 'del' | 'ins'): Html {
  const shown = visible(text, 'ltr');
  const coloured = colour === null ? shown : html`<span class="${colour}">${shown}</span>`;
  if (!isChanged) return coloured;
  return tag === 'del' ? html`<del>${coloured}</del>` : html`<ins>${coloured}</ins>`;
}
