import { html } from 'hono/html';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import type { Kind } from '../../../../compare/domain/kinds.ts';
import type { MovedData } from '../../../../findings/domain/moved-data.ts';
import type { FieldValues, ValuePair } from '../../../../findings/domain/values/round-values.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../../platform/pages-shell/application-layout.ts';
import { count, counted, short } from '../../../../platform/pages-shell/texts.ts';
import { fieldText } from '../field-path.ts';
import { cellChange } from '../finding-change.ts';
import { shownEndpoint } from '../shown-endpoint.ts';

/** Maximum fields that are listed: those of most requests. */
const MAX_LINES = 50;

/**
 * Where the running build answers unlike the recordings, which needs nothing; null if nowhere. `values`: sample values
 * of these fields.
 */
export function movedPanel(
  appId: string,
  moved: MovedData | undefined,
  values: readonly FieldValues[] | undefined,
): Html | null {
  if (moved === undefined || moved.requests === 0) return null;
  const { requests, fields } = moved;
  const more = fields.length - MAX_LINES;
  const pairs = new Map(values?.map((field) => [keyOf(field), field.pairs[0]]));
  return html`<section class="panel block" aria-labelledby="moved"><div class="panel-head"><h2 id="moved">Data has moved <span class="count">${count(fields.length)}</span></h2><span class="small muted">The running build answers ${counted(requests, 'request')} unlike the recording. Needs nothing</span><a class="push quiet-link" href="${applicationPath(appId)}/recordings">Record again…</a></div>
<div class="scroll" tabindex="0" role="group" aria-label="Data has moved"><table class="cards"><caption class="hidden">Fields whose data has moved since they were recorded</caption><thead><tr><th scope="col">Field</th><th scope="col">Recorded → both builds</th><th scope="col">Endpoint</th><th scope="col">Requests</th></tr></thead>
<tbody>${fields.slice(0, MAX_LINES).map((field) => rowOf(field, pairs.get(keyOf(field))))}</tbody></table></div>${more > 0 && html`<p class="panel-foot small muted">and ${counted(more, 'other field')}</p>`}</section>`;
}

const keyOf = ({ operation, kind, subject }: Pick<FieldValues, 'operation' | 'kind' | 'subject'>) =>
  JSON.stringify([operation, kind, subject]);

const rowOf = (
  { kind, subject, operation, method, requests, totalRequests }: MovedData['fields'][number],
  pair: ValuePair | undefined,
): Html =>
  html`<tr><th scope="row"><code>${short(fieldText(kind, subject), 80, 'ltr')}</code></th><td class="wide">${changeOf(kind, pair)}</td><td class="wide">${shownEndpoint({ operationName: operation, method: method ?? null })}</td><td data-label="Requests">${count(requests)} <span class="muted">of ${count(totalRequests)}</span></td></tr>`;

/** What was recorded and what both builds answered; the answer of the new build too, where that is another one. */
function changeOf(kind: Kind, pair: ValuePair | undefined): Html {
  if (pair?.asRecorded === undefined) return html`${KIND_LABELS[kind].en}`;
  const { asRecorded, recorded, replayed } = pair;
  const both = cellChange(kind, { recorded: asRecorded, replayed: recorded });
  return recorded === replayed
    ? both
    : html`${both} <span class="small muted">new build</span> <span class="value target">${replayed === null ? 'absent' : short(replayed, 24, 'ltr')}</span>`;
}
