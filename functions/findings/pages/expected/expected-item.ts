import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { type ExpectedItem, endText } from '../parts/expected-preview.ts';
import { expectedSentence } from './expected-sentence.ts';

/** An expected change that holds, in the list: its sentence, what it covers, when it ends, and how to remove it. */
export function expectedItem(request: PageRequest, one: ExpectedItem, planId: string | undefined, now: number): Html {
  const { id, note, createdBy, createdAt } = one;
  return html`<li><div><p class="sentence">${expectedSentence(one)}</p>
<p class="small muted">${note !== null && html`${visible(note)}${!/[.!?]$/.test(note) && '.'} `}By ${visible(createdBy)}, ${relativeTime(Date.parse(createdAt), now)}</p></div>
<dl class="pairs"><dt>Covers</dt><dd>${coversText(one, planId)}</dd><dt>Ends</dt><dd>${endOf(one, now)}</dd></dl>
${request.may('write') && html`<div class="row">${acceptLink(one, planId)}${actionForm(request, `${applicationPath(request.params.appId ?? '')}/expected/remove`, html`Remove<span class="hidden"> expectation</span>`, { fields: { id }, danger: true, confirm: 'Remove this expectation? What it covers shows again as a finding.' })}</div>`}</li>`;
}

/** The way out for a change that a pinned recording keeps alive. */
const acceptLink = ({ covers, older }: ExpectedItem, planId: string | undefined): Html | null =>
  planId !== undefined && covers !== null && covers > 0 && older.pinned > 0
    ? html`<a class="button tiny" href="/report/${planId}/accept">Accept as the new recording…</a> `
    : null;

function coversText({ covers, replayed, operation }: ExpectedItem, planId: string | undefined): Html {
  if (covers === null || replayed === null || planId === undefined) return html`– no run has finished`;
  if (replayed === 0) return html`– not replayed in the last run`;
  if (covers === 0) return html`${badge('nothing', 'warn')} of ${counted(replayed, 'request')} in the last run`;
  const query = new URLSearchParams({ state: 'all', operation });
  return html`<a href="/report/${planId}/cases?${query}">${count(covers)} of ${counted(replayed, 'request')}</a>`;
}

/** What covers nothing need not wait for its end. */
const endOf = (one: ExpectedItem, now: number): Html =>
  html`${endText(one, now)}${one.covers === 0 && one.older.pinned === 0 && ', or remove it now'}`;
