import { html } from 'hono/html';
import { KIND_LABELS } from '../../../compare/domain/kind-labels.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { counted, short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { type ExpectedItem, endText } from '../parts/expected-preview.ts';

/** An expected change of the list: its sentence, what it covers, when it ends, and how to remove it. */
export function expectedItem(request: PageRequest, one: ExpectedItem, planId: string | undefined, now: number): Html {
  const { id, operation, methods = [], kind, subject, exactly, note, createdBy, createdAt, covers, ended } = one;
  const endpoint = [methods.join(', '), operation].filter(Boolean).join(' ');
  return html`<li><div><p class="sentence">${exactly === null ? html`<strong>Any value</strong>` : html`<strong>Exactly</strong> <code>${short(exactly, 200)}</code>`}: ${KIND_LABELS[kind].en} <code>${short(subject, 160, 'ltr')}</code> in <code>${short(endpoint, 160, 'ltr')}</code></p>
<p class="small muted">${note !== null && html`${visible(note)}${!/[.!?]$/.test(note) && '.'} `}By ${visible(createdBy)}, ${relativeTime(Date.parse(createdAt), now)}</p></div>
<dl class="pairs"><dt>Covers</dt><dd>${coversText(covers, planId)}</dd><dt>Ends</dt><dd>${ended ? 'ended: production records it' : endText(one, now)}</dd></dl>
${request.may('write') && html`<div class="row">${acceptLink(one, planId)}${actionForm(request, `${applicationPath(request.params.appId ?? '')}/expected/remove`, html`Remove<span class="hidden"> expectation</span>`, { fields: { id }, danger: true, confirm: 'Remove this expectation? What it covers shows again as a finding.' })}</div>`}</li>`;
}

/** The way out for a change that a pinned recording keeps alive. */
const acceptLink = ({ covers, older }: ExpectedItem, planId: string | undefined): Html | null =>
  planId !== undefined && covers !== null && covers > 0 && older.pinned > 0
    ? html`<a class="button tiny" href="/report/${planId}/accept">Accept as the new recording…</a> `
    : null;

function coversText(covers: number | null, planId: string | undefined): Html {
  if (covers === null || planId === undefined) return html`– no run has finished`;
  return covers === 0
    ? html`${badge('nothing', 'warn')} in the last run`
    : html`<a href="/report/${planId}">${counted(covers, 'request')}</a>`;
}
