import { html } from 'hono/html';
import { answeredText, CALL_ROW_WORDS, callsText } from '../../../findings/domain/calls-words.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { counted, ms, short } from '../../../platform/pages-shell/words.ts';
import type { CallCounts } from '../../../replay/domain/calls/result-calls.ts';
import { pieceOf } from './exchange-panels.ts';
import { MAX_CALLS, type ShownCallRow, type ShownCalls } from './shown-request.ts';

/**
 * Downstream calls as recorded and as made, side by side. `calls` is null if the recording was deleted and none were
 * noticed; `counts` is null if the case has none, or its result is of an earlier version.
 */
export function callsSection(calls: ShownCalls | null, counts: CallCounts | null): Html {
  const isUnknown = counts === null && calls !== null && calls.count > 0;
  const state = counts === null ? (isUnknown ? 'not asked' : 'not recorded') : counts.state;
  return html`<section aria-labelledby="calls"><h2 id="calls">Downstream calls</h2><p>${sentence(callsText(state, counts ?? NO_COUNTS))}</p>${
    calls === null
      ? counts !== null && html`<p class="empty">The recording has expired, and its calls with it.</p>`
      : calls.count > 0 &&
        html`<ol class="small">${calls.shown.map(callItem)}${calls.count > MAX_CALLS && html`<li class="muted">and ${counted(calls.count - MAX_CALLS, 'other')}</li>`}</ol>`
  }</section>`;
}

const NO_COUNTS = { recording: 0, target: 0, default: 0, nothing: 0, misses: 0 };

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function callItem({ state, recorded, made }: ShownCallRow): Html | null {
  const call = recorded ?? made;
  if (call === null) return null;
  const { text, tone } = CALL_ROW_WORDS[state];
  const failed = made?.error ?? (made === null || made.answeredBy === 'recording' ? recorded?.error : null) ?? null;
  return html`<li><details><summary><span class="badge ${tone}">${text}</span> ${call.kind} ${short(call.target)}: ${short(call.operation)} <span class="muted">${made !== null && answeredText(made)}${failed !== null && ', failed'}</span></summary>
<div class="columns">${side('Recorded', recorded)}${side('Replayed', made)}</div></details></li>`;
}

function side(title: string, call: ShownCallRow['recorded'] | ShownCallRow['made']): Html {
  if (call === null)
    return html`<div><h3>${title}</h3><p class="empty">${title === 'Recorded' ? 'No call' : 'No call was noticed'}</p></div>`;
  const { request, response, error, durationMs } = call;
  return html`<div><h3>${title}${durationMs !== null && html` <span class="muted">${ms(durationMs)}</span>`}</h3>${error !== null && html`<p>${short(error, 500)}</p>`}<h4>Sent</h4>${pieceOf(request, `${title}: sent`)}${response !== null && html`<h4>Received</h4>${pieceOf(response, `${title}: received`)}`}</div>`;
}
