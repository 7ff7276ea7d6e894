import { html } from 'hono/html';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../../../platform/pages-shell/texts.ts';
import type { MovedData } from '../../../../replay/domain/results/moved-data.ts';
import { fieldText } from '../field-path.ts';
import { shownEndpoint } from '../shown-endpoint.ts';

/** Maximum fields that are listed: those of most requests. */
const MAX_LINES = 50;

/** Where the running build answers unlike the recordings, which needs nothing; null if nowhere. */
export function movedPanel(moved: MovedData | undefined): Html | null {
  if (moved === undefined) return null;
  const { fields, requests } = moved;
  const more = fields.length - MAX_LINES;
  return html`<section class="panel block" aria-labelledby="moved"><div class="panel-head"><h2 id="moved">Data has moved <span class="count">${count(fields.length)}</span></h2><span class="small muted">The running build answers ${counted(requests, 'request')} unlike the recording. Needs nothing</span></div>
<div class="scroll" tabindex="0" role="group" aria-label="Data has moved"><table class="cards"><caption class="hidden">Fields whose data has moved since they were recorded</caption><thead><tr><th scope="col">Field</th><th scope="col">Change</th><th scope="col">Endpoint</th><th scope="col" class="number">Requests</th></tr></thead>
<tbody>${fields.slice(0, MAX_LINES).map(rowOf)}</tbody></table></div>${more > 0 && html`<p class="panel-foot small muted">and ${counted(more, 'other field')}</p>`}</section>`;
}

const rowOf = ({ kind, subject, operation, method, requests }: MovedData['fields'][number]): Html =>
  html`<tr><th scope="row"><code>${short(fieldText(kind, subject), 80, 'ltr')}</code></th><td data-label="Change">${KIND_LABELS[kind].en}</td><td class="wide">${shownEndpoint({ operationName: operation, method: method ?? null })}</td><td class="number" data-label="Requests">${count(requests)}</td></tr>`;
