import { html } from 'hono/html';
import type { RemovedExpectation } from '../../../compare/domain/expected/removed-expectation.ts';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { ExpectedItem } from '../parts/expected-preview.ts';

/** Maximum entries of the list; the others are counted. */
const LISTED = 20;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

interface Ended {
  /** Those that production records. */
  closed: readonly ExpectedItem[];
  removed: readonly RemovedExpectation[];
  /** Epoch ms. */
  now: number;
}

/** The expected changes that have ended, the latest first: why, when, and who had accepted them. */
export function endedList(request: PageRequest, { closed, removed, now }: Ended): Html | false {
  const entries = [
    ...closed.map((one) => ({ at: timeOf(one.endedAt), text: closedText(request, one, now) })),
    ...removed.map((one) => ({ at: one.removedAt, text: removedText(one, now) })),
  ].toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0));
  const [latest] = entries;
  if (latest === undefined) return false;
  const more = entries.length - LISTED;
  const last = entries.length > 1 ? ', the last one ' : ' ';
  return html`<details class="panel-foot"><summary class="muted">${counted(entries.length, 'has', 'have')} ended${latest.at !== null && html`${last}${relativeTime(latest.at, now)}`}</summary><ul class="small">${entries.slice(0, LISTED).map(({ text }) => html`<li>${text}</li>`)}${more > 0 && html`<li>and ${counted(more, 'more', 'more')}</li>`}</ul></details>`;
}

const timeOf = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso));

/** It still counts as one of the application, and may be removed. */
function closedText(request: PageRequest, one: ExpectedItem, now: number): Html {
  const action = `${applicationPath(request.params.appId ?? '')}/expected/remove`;
  return html`${whatText(one)}: production records it${sinceText(timeOf(one.endedAt))}. By ${visible(one.createdBy)}, ${relativeTime(Date.parse(one.createdAt), now)}${request.may('write') && html` ${actionForm(request, action, html`Remove<span class="hidden"> expectation</span>`, { fields: { id: one.id }, danger: true })}`}`;
}

const removedText = (one: RemovedExpectation, now: number): Html =>
  html`${whatText(one)}: removed by ${visible(one.removedBy)}, ${relativeTime(one.removedAt, now)}`;

/** `since 14 November`; nothing where the end is unknown. */
function sinceText(at: number | null): Html | false {
  if (at === null) return false;
  const iso = isoText(at);
  return html` since <time datetime="${iso}" title="${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC">${DAY.format(at)}</time>`;
}

const whatText = ({
  kind,
  subject,
  operation,
  methods = [],
}: Pick<RemovedExpectation, 'kind' | 'subject' | 'operation' | 'methods'> | ExpectedItem): Html =>
  html`${KIND_LABELS[kind].en} <code>${short(subject, 160, 'ltr')}</code> of <span class="method">${methods.join(', ')}</span> <span class="mono">${short(operation, 160, 'ltr')}</span>`;
