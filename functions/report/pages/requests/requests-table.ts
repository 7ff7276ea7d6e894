import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import { groupOf, type Kind } from '../../../compare/domain/kinds.ts';
import { endpointName } from '../../../findings/domain/endpoint-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { change } from '../../../platform/pages-shell/change.ts';
import { icon } from '../../../platform/pages-shell/icon.ts';
import { count, cutText, short } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { casePath } from '../report-links.ts';
import { timeChange } from '../time-change.ts';

/** A request as the list shows it. */
export interface ShownRequestRow {
  item: number;
  operation: string;
  method: string | null;
  /** Path and query without credentials; null in results of earlier versions. */
  path: string | null;
  state: 'PASSED' | 'FAILED' | 'NO_RESULT';
  isMarked: boolean;
  status: { recorded: number | null; replayed: number | null };
  durationMs: { recorded: number | null; replayed: number | null };
  /** `subject` is empty where only the kind is known. */
  differences: readonly { kind: Kind; subject: string; likelyNoise?: true | undefined }[];
  /** What is damaged of a request without a result. */
  damaged?: 'recording' | 'result' | undefined;
  /** The service did not answer one of its downstream calls. */
  unanswered?: true | undefined;
  uncompared?: true | undefined;
}

const MAX_DIFFERENCES = 3;

const NO_RESULT_LABELS = {
  none: 'No result',
  recording: 'Not sent: the recording is damaged',
  result: 'The result is damaged',
  calls: 'No result: a downstream call was not answered',
  comparison: 'Not compared with the running build',
};

/** Requests with status, differences and time. With `isPicked`, they can be selected and their marks removed. */
export const requestsTable = (
  planId: string,
  rows: readonly ShownRequestRow[],
  { caption, isPicked }: { caption: string; isPicked: boolean },
): Html =>
  html`<table class="requests cards"><caption class="hidden">${caption}</caption><colgroup>${isPicked && html`<col class="c-pick">`}<col class="c-url"><col class="c-small"><col><col class="c-time"><col class="c-mark"></colgroup>
<thead><tr>${isPicked && html`<th scope="col"><label class="tick"><input type="checkbox" data-all="item"><span class="hidden">Select all on this page</span></label></th>`}<th scope="col">Request</th><th scope="col">Status</th><th scope="col">Differences</th><th scope="col" class="number">Time</th><th scope="col">Mark</th></tr></thead>
<tbody>${rows.map((row) => rowOf(planId, row, isPicked))}</tbody></table>`;

function rowOf(planId: string, row: ShownRequestRow, isPicked: boolean): Html {
  const { item, operation, method, path, isMarked, status, durationMs } = row;
  const url = path ?? (method && operation.startsWith(`${method} `) ? operation.slice(method.length + 1) : operation);
  const name = visibleText(cutText(endpointName(url, method), 100));
  return html`<tr id="r-${item}" data-row="${isMarked && 'expected'}">${isPicked && html`<td class="pick"><label class="tick"><input type="checkbox" name="item" value="${item}"><span class="hidden">Select ${name}</span></label></td>`}<th scope="row"><a class="cut" href="${casePath(planId, item)}" title="${visibleText(url)}">${method && html`<span class="method">${visible(method)}</span> `}<span class="mono">${visible(url, 'ltr')}</span></a></th>
<td data-label="Status">${statusOf(status)}</td><td class="wide" data-label="Differences">${differencesOf(row)}</td><td class="number" data-label="Time">${timeChange(durationMs.recorded, durationMs.replayed)}</td>
<td class="wide">${isMarked && html`<span class="nowrap">${badge('Expected')}${isPicked && html` <button class="tiny" name="undo" value="${item}">Undo<span class="hidden"> the mark of ${name}</span></button>`}</span>`}</td></tr>
`;
}

function statusOf({ recorded, replayed }: ShownRequestRow['status']): Html {
  if (recorded === replayed) return html`<span class="mono muted">${recorded ?? '–'}</span>`;
  const side = (value: number | null) => (value === null ? { word: 'none' } : { value: String(value) });
  return change(side(recorded), side(replayed));
}

function differencesOf({ state, differences, damaged, unanswered, uncompared }: ShownRequestRow): Html {
  if (state === 'NO_RESULT')
    return html`<span class="muted">${NO_RESULT_LABELS[unanswered ? 'calls' : uncompared ? 'comparison' : (damaged ?? 'none')]}</span>`;
  if (differences.length === 0) return html`<span class="muted">None</span>`;
  const needsAction = differences.some((one) => !one.likelyNoise && groupOf(one) === 'needsAction');
  const changesFirst = differences.toSorted((a, b) => Number(a.likelyNoise ?? false) - Number(b.likelyNoise ?? false));
  const more = differences.length - MAX_DIFFERENCES;
  const shown = changesFirst
    .slice(0, MAX_DIFFERENCES)
    .map(
      ({ kind, subject, likelyNoise }, index) =>
        html`${index > 0 && ', '}${KIND_LABELS[kind].en}${subject !== '' && html` <code>${short(subject, 60, 'ltr')}</code>`}${likelyNoise && html` <span class="small muted">likely noise</span>`}`,
    );
  return html`<span>${needsAction ? icon('stop', 'bad') : icon('review', 'warn')}<span class="hidden">${needsAction ? 'Needs action:' : 'To review:'}</span> ${shown}${more > 0 && html`, <span class="muted">and ${count(more)} more</span>`}</span>`;
}
