import { html } from 'hono/html';
import type { Mark } from '../../../findings/store/marks.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { endpointName } from '../../../platform/pages-shell/endpoint-name.ts';
import { actionForm, csrfField, field, notice } from '../../../platform/pages-shell/form-parts.ts';
import { menu } from '../../../platform/pages-shell/menu.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { count, cutText } from '../../../platform/pages-shell/words.ts';
import type { ResultHead } from '../../../replay/store/result-rows.ts';
import { casePath } from '../report-links.ts';

/** The failing requests beside this one. */
export interface Around {
  previous: number | null;
  next: number | null;
  position: number | null;
  total: number;
}

export interface ToolbarOptions {
  planId: string;
  item: number;
  method: string;
  /** Path and query. */
  url: string;
  around: Around | null;
  /** Null if the request has no result. */
  result: { isFailing: boolean; mark: Mark | undefined; head: ResultHead } | null;
  /** Links of the menu of rules. */
  rules: readonly Html[];
}

/** The bar that stays in sight: the way to the other failing requests, this request, and what to do about it. */
export function requestToolbar(request: PageRequest, options: ToolbarOptions): Html {
  const { around, method, url, result, rules } = options;
  return html`<div class="toolbar">${around && neighbours(options.planId, around)}<h1>${endpointName(method, cutText(url, 500))}</h1>${
    result &&
    html`${result.isFailing ? badge('Failing', 'bad') : badge('Passing', 'good')}${result.mark && badge('Expected')}<span class="small muted nowrap">${changeText(result.head)}</span>`
  }<div class="push row"><span class="join" role="group" aria-label="Differences"><button type="button" data-step="-1" hidden aria-label="Previous difference">↑</button><button type="button" data-step="1" hidden aria-label="Next difference">↓</button></span>${
    rules.length > 0 && menu({ label: 'Ignore', body: html`${rules}` })
  }${result?.isFailing && result.mark === undefined && request.may('write') && markMenu(request, options)}</div></div>`;
}

function neighbours(planId: string, { previous, next, position, total }: Around): Html | null {
  if (total === 0) return null;
  const link = (item: number | null, rel: 'prev' | 'next', arrow: string, text: string) =>
    item === null
      ? html`<span class="button static muted" aria-hidden="true">${arrow}</span>`
      : html`<a class="button" rel="${rel}" href="${casePath(planId, item)}"><span aria-hidden="true">${arrow}</span><span class="hidden">${text}</span></a>`;
  return html`<nav class="join" aria-label="Failing requests">${link(previous, 'prev', '←', 'Previous failing request')}<span class="button static">${position === null ? `${count(total)} failing` : `${count(position)} of ${count(total)}`}</span>${link(next, 'next', '→', 'Next failing request')}</nav>`;
}

const changeText = ({ recordedStatus, replayedStatus, outcome, recordedMs, replayedMs }: ResultHead): Html =>
  html`${recordedStatus ?? 'none'} → ${replayedStatus ?? html`no answer${outcome.failure !== null && ` (${outcome.failure})`}`}, ${recordedMs === null ? '–' : count(recordedMs)} → ${count(replayedMs)} ms`;

const markMenu = (request: PageRequest, { planId, item }: ToolbarOptions): Html =>
  menu({
    label: 'Mark as expected',
    isPrimary: true,
    body: html`<form class="pad stack" method="post" action="${casePath(planId, item)}/mark">${field({ name: 'comment', label: 'Reason', maxlength: 2000 })}<button class="primary">Mark this request</button>${csrfField(request)}</form>`,
  });

/** Who marked this request as expected, and the way back. */
export const markNotice = (
  request: PageRequest,
  { planId, item }: { planId: string; item: number },
  mark: Mark,
  now: number,
): Html | null =>
  notice(
    html`<div class="row"><span>Marked as expected by ${visible(mark.markedBy)} ${relativeTime(mark.markedAt, now)}${mark.comment !== null && html`: ${visible(mark.comment)}`}</span>${request.may('write') && actionForm(request, `${casePath(planId, item)}/unmark`, 'Undo')}</div>`,
    'info',
  );
