import { html } from 'hono/html';
import { KIND_LABELS } from '../../../../compare/domain/kind-labels.ts';
import { findingId, type GroupedEntry } from '../../../../findings/domain/finding-id.ts';
import type { Mark } from '../../../../findings/store/marks.ts';
import type { Html, PageRequest } from '../../../../platform/http/pages/page-route.ts';
import { badge } from '../../../../platform/pages-shell/badge.ts';
import { endpointName } from '../../../../platform/pages-shell/endpoint-name.ts';
import { actionForm, csrfField, field, notice } from '../../../../platform/pages-shell/form-parts.ts';
import { menu } from '../../../../platform/pages-shell/menu.ts';
import { relativeTime } from '../../../../platform/pages-shell/relative-time.ts';
import { shortcutsMenu } from '../../../../platform/pages-shell/shortcuts/shortcuts-menu.ts';
import { count, cutText, short, wholeMs } from '../../../../platform/pages-shell/texts.ts';
import { visible } from '../../../../platform/pages-shell/visible-text.ts';
import { causeText } from '../../../../platform/values/connection-cause.ts';
import type { ResultHead } from '../../../../replay/domain/results/result-head.ts';
import { fieldText } from '../../report/field-path.ts';
import { casePath, findingPath } from '../../report-links.ts';

/** The failing requests beside this one. */
interface Around {
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
  /** The findings that it shows, most severe first; all their requests can be marked at once. */
  findings: readonly GroupedEntry[];
  /** Null without a result. */
  curl: Html | null;
}

/** The bar that stays in sight: the way to the other failing requests, this request, and what to do about it. */
export function requestToolbar(request: PageRequest, options: ToolbarOptions): Html {
  const { around, method, url, result, rules } = options;
  return html`<div class="toolbar">${around && neighbours(options.planId, around)}<h1>${endpointName(method, cutText(url, 500))}</h1>${
    result &&
    html`${result.isFailing ? badge('Failing', 'bad') : badge('Passing', 'good')}${result.mark && badge('Expected')}<span class="small muted nowrap">${changeText(result.head)}</span>`
  }<div class="push row"><span class="join" role="group" aria-label="Differences"><button type="button" data-step="-1" hidden aria-label="Previous difference">↑</button><button type="button" data-step="1" hidden aria-label="Next difference">↓</button></span>${
    rules.length > 0 && menu({ label: 'Ignore', body: html`${rules}` })
  }${options.curl}${shortcutsMenu(request, KEYS)}${result?.isFailing && result.mark === undefined && request.may('write') && markMenu(request, options)}</div></div>`;
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
  html`${recordedStatus ?? 'none'} → ${replayedStatus ?? html`no response${outcome.failure !== null && ` (${causeText(outcome.failure) ?? outcome.failure})`}`}, ${wholeMs(recordedMs)} → ${wholeMs(replayedMs)} ms`;

const markMenu = (request: PageRequest, { planId, item, findings }: ToolbarOptions): Html =>
  menu({
    label: 'Mark as expected',
    isPrimary: true,
    body: html`<form class="pad stack" method="post" action="${casePath(planId, item)}/mark">${field({ name: 'comment', label: 'Reason', maxlength: 2000 })}<button class="primary">Mark this request</button>${findings.slice(0, MAX_FINDINGS).map((finding) => markAll(planId, finding, findings.length === 1))}<input type="hidden" name="item" value="${item}">${csrfField(request)}</form>`,
  });

/** Maximum findings whose requests can be marked from the page of one request. */
const MAX_FINDINGS = 3;

/** Marks all requests of a finding with the reason of the form. */
function markAll(planId: string, finding: GroupedEntry, isOnly: boolean): Html {
  const { kind, subjects, affectedRequests } = finding.entry;
  const name = isOnly
    ? 'this finding'
    : html`${KIND_LABELS[kind].en} <code>${short(fieldText(kind, subjects[0] ?? ''), 40, 'ltr')}</code>`;
  return html`<button formaction="${findingPath(planId, findingId(finding))}/mark">Mark all ${count(affectedRequests)} with ${name}</button>`;
}

/** The keys of the page script. */
const KEYS = [
  ['n', 'Next failing request'],
  ['p', 'Previous failing request'],
  ['j', 'Next difference'],
  ['k', 'Previous difference'],
] as const;

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
