import { html } from 'hono/html';
import { CALL_ROW_STATES } from '../../../findings/domain/calls/call-rows.ts';
import { answeredText, answeredWord, CALL_ROW_LABELS, callsText } from '../../../findings/domain/calls-texts.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { change } from '../../../platform/pages-shell/change.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { count, counted, cutText, ms, short, wholeMs } from '../../../platform/pages-shell/texts.ts';
import { visibleText } from '../../../platform/pages-shell/visible-text.ts';
import type { CallCounts } from '../../../replay/domain/calls/result-calls.ts';
import { canBeRule, NO_RULE } from '../report-links.ts';
import { type CallsTimeline, callsTimeline, type TimeBar } from './calls-timeline.ts';
import { type CurrentDifference, takenOutText } from './current-differences.ts';
import { pieceOf } from './exchange-panels.ts';
import { mayHaveRule, type RuleOrigin, rulesOffered } from './rule-actions.ts';
import { MAX_CALLS, type ShownCallRow, type ShownCalls } from './shown-request.ts';

export interface CallsSectionOptions {
  /** Null if the recording was deleted and no calls were noticed. */
  calls: ShownCalls | null;
  /** Null if the request has none, or its result is of an earlier version. */
  counts: CallCounts | null;
  differences: readonly CurrentDifference[];
  /** Null for readers who may not write. */
  origin: RuleOrigin | null;
}

/** Rows that are open at first: those with other parameters. */
const MAX_OPEN = 3;
/** Maximum parameters of one call that are listed. */
const MAX_PARAMETERS = 10;

/** Downstream calls as recorded and as made, in the order of the recording. Null if there are none to speak of. */
export function callsSection({ calls, counts, differences, origin }: CallsSectionOptions): Html | null {
  if ((calls === null || calls.count === 0) && (counts === null || counts.state === 'not recorded')) return null;
  const shown = calls?.shown ?? [];
  const timeline = callsTimeline(shown);
  let open = 0;
  const rows = shown.map((row, index) =>
    callItem(row, {
      bars: timeline.bars[index] ?? { recorded: null, replayed: null },
      end: timeline.end,
      isOpen: row.state === 'DIFFERS' && open++ < MAX_OPEN,
      differences: differences.filter(({ difference: { call } }) => call !== undefined && isOf(call, row)),
      origin,
    }),
  );
  return html`<section class="panel" aria-labelledby="calls"><div class="panel-head"><h2 id="calls">Downstream calls</h2><span class="small muted">${summary(calls)}</span>${
    rows.length > 0 &&
    html`<span class="push small muted">${swatch('recorded')} recorded, one after the other ${swatch('replayed')} replayed, 0–${count(timeline.end)} ms</span>`
  }</div>${
    calls === null
      ? html`<p class="pad empty">The recording has expired, and its calls with it</p>`
      : html`<div class="calls-head" aria-hidden="true"><span></span><span>Result</span><span>Call</span><span>Answered by</span><span>Timeline</span><span class="number">Time, ms</span></div><ul class="calls">${rows}</ul>${calls.count > MAX_CALLS && html`<div class="panel-foot"><span class="muted">and ${counted(calls.count - MAX_CALLS, 'other call')}</span></div>`}`
  }${counts !== null && counts.state !== 'not asked' && html`<div class="panel-foot"><span class="muted">${sentence(callsText(counts.state, counts))}</span></div>`}</section>`;
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

const isOf = (call: { recorded: number | null; made: number | null }, { recorded, made }: ShownCallRow): boolean =>
  (call.made !== null && call.made === made?.index) ||
  (call.made === null && call.recorded !== null && call.recorded === recorded?.index);

/** How many calls there are of each state. */
const summary = (calls: ShownCalls | null): string =>
  CALL_ROW_STATES.flatMap((state) => {
    const number = calls?.states[state] ?? 0;
    return number === 0 ? [] : [`${count(number)} ${CALL_ROW_LABELS[state].counted}`];
  }).join(', ');

const swatch = (color: 'recorded' | 'replayed'): Html =>
  html`<svg class="swatch" viewBox="0 0 10 8" aria-hidden="true"><rect class="${color}" x="1" y="1" width="8" height="6"/></svg>`;

interface CallOptions extends Pick<CallsSectionOptions, 'origin' | 'differences'> {
  bars: CallsTimeline['bars'][number];
  end: number;
  isOpen: boolean;
}

function callItem(row: ShownCallRow, { bars, end, isOpen, differences, origin }: CallOptions): Html | null {
  const { state, recorded, made } = row;
  const call = recorded ?? made;
  if (call === null) return null;
  const { text, tone, meaning } = CALL_ROW_LABELS[state];
  const failed = made?.error ?? (made === null || made.answeredBy === 'recording' ? recorded?.error : null) ?? null;
  const answered = made === null ? '–' : `${answeredWord(made)}${failed === null ? '' : ', failed'}`;
  const title = visibleText(cutText(`${call.target} ${call.operation}`, 400));
  return html`<li><details${isOpen && html` open`}><summary>${icon('chevron')}<span>${badge(text, tone)}</span><span class="cut mono" title="${title}"><strong>${short(call.target, 80)}</strong> ${short(call.operation)}</span><span class="muted">${answered}</span><svg class="lane" viewBox="0 0 1000 16" preserveAspectRatio="none" aria-hidden="true">${bar(bars.recorded, end, 'recorded', 2)}${bar(bars.replayed, end, 'replayed', 9)}</svg><span class="number">${durations(row)}</span></summary>
<div class="body stack">${parameters(differences)}<p class="small muted">${meaning}${made !== null && `, ${answeredText(made)}`}</p>${origin && actions(origin, differences)}<div class="columns">${side('Recorded', recorded)}${side('Replayed', made)}</div></div></details></li>`;
}

/** Any call is seen, however short it was. */
const MIN_WIDTH = 8;

function bar(time: TimeBar | null, end: number, name: 'recorded' | 'replayed', y: number): Html | null {
  if (time === null) return null;
  const width = Math.max(MIN_WIDTH, Math.round((1000 * time.ms) / end));
  const x = Math.min(1000 - width, Math.round((1000 * time.from) / end));
  return html`<rect class="${name}" x="${x}" y="${y}" width="${width}" height="5"/>`;
}

const durations = ({ recorded, made }: ShownCallRow): string =>
  [recorded, made].map((call) => wholeMs(call?.durationMs ?? null)).join(' → ');

/** The parameters that differ from the recorded ones. */
function parameters(differences: readonly CurrentDifference[]): Html | null {
  const fields = differences.filter(({ difference: { call } }) => call !== undefined && call.field !== null);
  if (fields.length === 0) return null;
  return html`<table class="values"><caption class="hidden">Parameters that differ</caption><thead><tr><th scope="col">Parameter</th><th scope="col">Recorded → replayed</th></tr></thead><tbody>${fields
    .slice(0, MAX_PARAMETERS)
    .map(
      ({ difference: { call, recorded, replayed }, rule }) =>
        html`<tr><th scope="row"><code>${short(call?.field ?? '', 120, 'ltr')}</code>${rule !== null && html` <span class="small muted">${takenOutText(rule)}</span>`}</th><td>${change(
          recorded === null ? { word: 'absent' } : { value: recorded },
          replayed === null ? { word: 'missing' } : { value: replayed },
        )}</td></tr>`,
    )}</tbody></table>`;
}

function actions(origin: RuleOrigin, differences: readonly CurrentDifference[]): Html | null {
  const [first] = differences.filter(mayHaveRule);
  if (first === undefined) return null;
  const { subject, call } = first.difference;
  if (!canBeRule(subject, call)) return html`<p class="small muted">${NO_RULE}</p>`;
  return html`<p class="row">${rulesOffered(origin, first.difference).map(({ text, href }) => html`<a class="button tiny" href="${href}">${text}<span class="hidden"> ${short(subject, 120)}</span></a>`)}</p>`;
}

function side(title: string, call: ShownCallRow['recorded'] | ShownCallRow['made']): Html {
  if (call === null)
    return html`<div><h3>${title}</h3><p class="empty">${title === 'Recorded' ? 'No call' : 'No call was noticed'}</p></div>`;
  const { request, response, error, durationMs } = call;
  return html`<div><h3>${title}${durationMs !== null && html` <span class="muted">${ms(durationMs)}</span>`}</h3>${error !== null && html`<p>${short(error, 500)}</p>`}<p class="small muted">Sent</p>${pieceOf(request, `${title}: sent`)}${response !== null && html`<p class="small muted">Received</p>${pieceOf(response, `${title}: received`)}`}</div>`;
}
