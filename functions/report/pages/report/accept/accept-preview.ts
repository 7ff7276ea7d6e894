import { html } from 'hono/html';
import { LEFT_OUT_TEXTS } from '../../../../findings/domain/accepting/left-out.ts';
import type { Html } from '../../../../platform/http/pages/page-route.ts';
import { count, counted, short } from '../../../../platform/pages-shell/texts.ts';
import { fieldText } from '../field-path.ts';
import { findingChange } from '../finding-change.ts';
import { shownEndpoint } from '../shown-endpoint.ts';
import type { AcceptPreview } from './accept-answers.ts';
import type { AcceptChoice } from './accept-choice.ts';

/** Maximum fields that the preview lists. */
const MAX_ROWS = 100;
/** Characters of both values of a row. */
const MAX_SHOWN = 40;

/** What accepting changes in the recordings; nothing is saved. */
export function acceptPreview(preview: AcceptPreview, { what, force }: Pick<AcceptChoice, 'what' | 'force'>): Html {
  const { accepts, version, changes, leftOut, mappedValues, next } = preview;
  const left = changes.length - MAX_ROWS;
  const listed = changes.slice(0, MAX_ROWS);
  const firstServerError = force ? undefined : listed.find((change) => change.leftOut === SERVER_ERROR);
  return html`<section class="pad preview stack" aria-labelledby="will" role="status"><h3 id="will">Preview, nothing is saved</h3>
<p>${accepts === 0 ? html`<strong>No recording gets a new version</strong>` : html`<strong>${counted(accepts, 'recording')} ${accepts === 1 ? 'gets' : 'get'} a version ${version}</strong>`}${leftOut.length > 0 && html`, ${counted(leftOut.length, 'request')} ${leftOut.length === 1 ? 'is' : 'are'} left out`}</p>
${
  changes.length > 0 &&
  html`<table class="cards flush"><caption class="hidden">What changes in the recordings</caption><thead><tr><th scope="col">Endpoint, field</th><th scope="col">Recorded → new recording</th><th scope="col" class="number">Recordings</th></tr></thead><tbody>${listed.map((change) => row(change, change === firstServerError ? forceTick(force, 'Accept them too') : null))}</tbody></table>`
}${left > 0 && html`<p class="small muted">and ${counted(left, 'other field')}</p>`}
${
  force || (leftOut.some(isServerError) && firstServerError === undefined)
    ? forceTick(force, 'Accept server errors too')
    : null
}
<ul class="small muted">${reasonsOf(preview)}${mappedValues > 0 && html`<li>${counted(mappedValues, 'id')} and tokens that the build issued are written as they were recorded, so sessions still fit</li>`}<li>Sealed values stay sealed</li>${what === 'expected' && html`<li>Requests with a finding that is not expected are never part of this</li>`}${next !== null && html`<li>The run has more requests. Accept these first, and the others next</li>`}</ul></section>`;
}

const SERVER_ERROR = 'SERVER_ERROR';
const isServerError = ({ reason }: AcceptPreview['leftOut'][number]): boolean => reason === SERVER_ERROR;

const forceTick = (force: boolean, text: string): Html =>
  html`<label class="tick"><input type="checkbox" name="force" value="1"${force && html` checked`}>${text}</label>`;

const row = (
  { operation, method, kind, subject, recorded, replayed, recordings, leftOut }: AcceptPreview['changes'][number],
  choice: Html | null,
): Html =>
  html`<tr><th scope="row">${shownEndpoint({ operationName: operation, method })}<br><code class="muted">${short(fieldText(kind, subject), 80, 'ltr')}</code></th><td class="wide">${findingChange(kind, { recorded, replayed }, { room: MAX_SHOWN })}${leftOut !== null && html` <span class="small muted">Left out: ${LEFT_OUT_TEXTS[leftOut]}</span>`} ${choice}</td><td class="number" data-label="Recordings">${count(recordings)}</td></tr>
`;

const reasonsOf = ({ leftOut }: Pick<AcceptPreview, 'leftOut'>): Html[] =>
  [...Map.groupBy(leftOut, ({ reasonText }) => reasonText)].map(
    ([text, all]) => html`<li>${counted(all.length, 'request')} left out: ${text}</li>`,
  );
