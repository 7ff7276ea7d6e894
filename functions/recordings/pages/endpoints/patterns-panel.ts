import { html } from 'hono/html';
import { type EndpointPattern, keptApart, patternKey } from '../../../applications/domain/endpoint-patterns.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { PatternRecordings } from '../../service/pattern-recordings.ts';

/** What the list of patterns shows. */
interface ShownPatterns {
  action: string;
  patterns: readonly EndpointPattern[];
  counts: ReadonlyMap<string, PatternRecordings>;
  /** Epoch ms. */
  now: number;
}

/** The patterns in use: their recordings, what they leave out, and who added them when. */
export function patternsPanel(request: PageRequest, { action, patterns, counts, now }: ShownPatterns): Html {
  const row = (one: EndpointPattern) => {
    const { pattern, methods, added } = one;
    const { recordings = 0, isAtLeast = false } = counts.get(patternKey(one)) ?? {};
    const apart = keptApart(one, patterns).map((path, at) => html`${at > 0 && ', '}<code>${visible(path)}</code>`);
    return html`<tr><th scope="row"><code>${visible(pattern)}</code></th><td data-label="Methods">${methods?.join(', ') ?? 'all'}</td><td class="number" data-label="Recordings">${isAtLeast && 'at least '}${count(recordings)}</td><td data-label="Kept apart">${apart.length > 0 ? apart : '–'}</td><td class="wide" data-label="Added">${added ? html`<span>${relativeTime(Date.parse(added.at), now)}, by ${visible(added.by)}</span>` : '–'}</td><td class="actions">${
      request.may('write') &&
      actionForm(request, action, html`Remove<span class="hidden"> ${visible(pattern)}</span>`, {
        fields: { do: 'remove', pattern, methods: methods?.join(' ') ?? '' },
        danger: true,
      })
    }</td></tr>
`;
  };
  return html`<section class="panel" aria-labelledby="patterns"><div class="panel-head"><h2 id="patterns">Path patterns <span class="count">${count(patterns.length)}</span></h2><span class="small muted">Requests of one pattern are one endpoint, in stored recordings as well</span></div>${
    patterns.length > 0 &&
    html`<div class="scroll" tabindex="0" role="group" aria-label="Path patterns in use"><table class="cards"><caption class="hidden">Path patterns in use</caption><thead><tr><th scope="col">Pattern</th><th scope="col">Methods</th><th scope="col" class="number">Recordings</th><th scope="col">Kept apart</th><th scope="col">Added</th><th scope="col"><span class="hidden">Change</span></th></tr></thead><tbody>${patterns.map(row)}</tbody></table></div>`
  }<div class="panel-foot"><span class="muted">${patterns.length === 0 && 'No pattern yet. '}Numbers, UUIDs and long hexadecimal ids need no pattern: they are found automatically.</span></div></section>`;
}
