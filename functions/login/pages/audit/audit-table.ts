import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible, visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import { ACTION_TEXTS } from './action-texts.ts';
import { idsText, subjectText } from './subject-text.ts';
import { whoText } from './who-text.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Changes by the day (UTC), newest first, and what was refused. `empty`: shown in place of a table without rows. */
export function auditTable(entries: readonly AuditEntry[], now: number, empty: string): Html {
  if (entries.length === 0) return html`<p class="panel empty">${empty}</p>`;
  const days = Map.groupBy(entries, ({ at }) => isoText(at).slice(0, 10));
  return html`<div class="panel scroll" tabindex="0" role="group" aria-label="Audit log"><table class="cards"><caption class="hidden">Changes, newest first</caption><thead><tr><th scope="col">When</th><th scope="col">Who</th><th scope="col">What</th><th scope="col">Of what</th><th scope="col">Application</th></tr></thead>
${[...days].map(([day, ofDay]) => html`<tbody><tr class="group"><th colspan="5" scope="rowgroup">${dayText(day, now)} <span class="count">${count(ofDay.length)}</span></th></tr>${ofDay.map((entry) => row(entry, now))}</tbody>`)}</table><div class="panel-foot"><span class="small muted">${count(entries.length)} shown. Holds ids and names, never values. Stored for 400 days</span></div></div>`;
}

const dayText = (day: string, now: number): string =>
  day === isoText(now).slice(0, 10) ? 'Today' : DAY.format(Date.parse(day));

function row(entry: AuditEntry, now: number): Html {
  const { at, who, action, subject, refused } = entry;
  const { address, text } = subjectText(entry);
  return html`<tr><td class="nowrap">${relativeTime(at, now)}</td><th scope="row">${visible(whoText(who))}</th><td class="wide" title="${action}">${refused && html`${badge('Refused', 'bad')} `}${ACTION_TEXTS[action]}</td><td class="wide"><span class="small muted" title="${visibleText(idsText(subject))}">${address !== undefined && html`<code>${visible(address)}</code>${text && ': '}`}${visible(text)}</span></td><td>${subject.appId !== undefined && visible(String(subject.appId))}</td></tr>
`;
}
