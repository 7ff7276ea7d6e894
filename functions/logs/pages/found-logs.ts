import { html } from 'hono/html';
import type { Html, PageRequest } from '../../platform/http/pages/page-route.ts';
import { notice } from '../../platform/pages-shell/form-parts.ts';
import { count, counted } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { LogServices } from '../composition.ts';
import type { LookupWindow } from '../domain/lookup-windows.ts';
import { tracePasses } from '../domain/trace-passes.ts';
import { type WantedLogs, type WindowKind, windowKind } from '../domain/wanted-logs.ts';
import type { FoundInApplication, FoundRows } from '../service/searched-logs.ts';
import { entriesTable, shownText } from './entries-table.ts';
import { fileLink, logsPath, searchLink } from './parts/logs-links.ts';
import { sendLogs } from './send-logs.ts';
import { passChoice, passOfRow, rowsOfPass, shownPassOf } from './shown-pass.ts';
import { traceWaterfall } from './trace-waterfall.ts';

export interface FoundOptions<Found extends FoundRows> {
  found: Found;
  wanted: WantedLogs;
  windows: readonly LookupWindow[];
  path: string;
  /** Epoch ms. */
  now: number;
  request: PageRequest;
  config: LogServices['config'];
}

/** The entries of one trace, oldest first, with its waterfall. */
export function traceView(options: FoundOptions<FoundRows>): Html {
  const { found, wanted, windows, now, request } = options;
  const { rows, warnings, isCut } = found;
  if (rows.length === 0) return empty(options);
  const passes = tracePasses(rows);
  const shown = shownPassOf(request.query);
  const listed = rowsOfPass(rows, passes, shown);
  return html`${warnings.map((warning) => notice(warning, 'info'))}
${traceWaterfall(passes, now)}
<section aria-labelledby="entries"><div class="row"><h2 id="entries">Entries</h2>${passChoice(rows, passes, shown, request.url)}<span class="small muted">${shownText(listed.length, isCut, 'oldest')}</span>${windows.map(
    (window, index) =>
      html`<a class="quiet-link" href="${fileLink(wanted.trace_id, window)}" download>Download${windows.length > 1 && ` part ${index + 1}`} as JSON</a>`,
  )}</div>
${entriesTable({
  rows: listed,
  requests: null,
  beginOf: (row) => passOfRow(passes, row)?.from ?? row.timestamp,
  now,
})}</section>`;
}

/** The entries of an application, newest first. */
export function listView(options: FoundOptions<FoundInApplication>): Html {
  const { found, wanted, path, now } = options;
  const { rows, warnings, isCut, requests, isAll } = found;
  if (rows.length === 0) return empty(options, scopeText(found));
  return html`${warnings.map((warning) => notice(warning, 'info'))}
<div class="small muted">${shownText(rows.length, isCut, 'newest')}, in the logs of ${scopeText({ requests, isAll })}</div>
${entriesTable({
  rows,
  requests: { of: requests, linkOf: (trace_id) => searchLink(path, wanted, { trace_id, q: '' }) },
  now,
})}`;
}

const scopeText = ({ requests, isAll }: Pick<FoundInApplication, 'requests' | 'isAll'>): string =>
  isAll ? counted(requests.size, 'request') : `${count(requests.size)} requests, the newest and the failing ones first`;

/** What to do where nothing is found. */
function empty({ found, wanted, path, request, config }: FoundOptions<FoundRows>, scope?: string): Html {
  if (found.warnings.length > 0) return html`${found.warnings.map((warning) => notice(warning, 'info'))}`;
  const isFiltered = wanted.q !== '' || wanted.level !== '' || wanted.source !== '';
  const kind = windowKind(wanted);
  const wider =
    kind !== 'all' &&
    html` <a class="button tiny" href="${searchLink(path, wanted, { window: 'all', since: '', until: '' })}">Search all kept entries</a>`;
  if (isFiltered) {
    const all = searchLink(path, wanted, { q: '', level: '', source: '' });
    return html`<div class="panel empty"><div><strong>No entry matches</strong>${scope !== undefined && ` in the logs of ${scope}`}</div><div class="block"><a class="button tiny" href="${all}">Remove text, level and source</a>${wider}</div></div>`;
  }
  // Of an application that has sent something, a trace or a time without entries is not worth a wait.
  const isWaiting = wanted.trace_id === '' && (kind === 'all' || kind === '24h');
  return html`<div class="panel empty stack"><h2>${isWaiting && kind === 'all' ? 'No entry has come in yet' : html`No log entries${wanted.trace_id !== '' && ' of this trace'} ${WITHIN[kind]}`}</h2>
<p>Logs come from your application, by OpenTelemetry. Each entry with a trace id then stands beside its request, recorded and replayed.</p>
<div class="row centre">${request.may('admin') && html`<a class="button${isWaiting && ' primary'}" href="/console/keys">Create a key for logs</a>`}${wider}</div></div>
${sendLogs(request, config, isWaiting)}`;
}

/** Each window in a sentence. */
const WITHIN: Readonly<Record<WindowKind, string>> = {
  '1h': 'in the last hour',
  '24h': 'in the last 24 hours',
  all: 'are kept',
  request: 'around this request',
  run: 'around this run',
  exact: 'between these times',
};

/** Applications whose logs can be searched. */
export const applicationsView = (apps: readonly string[], { q }: WantedLogs): Html =>
  apps.length === 0
    ? html`<p class="panel empty">No application yet. <a href="/console">Record the first one</a></p>`
    : html`<section aria-labelledby="applications"><h2 id="applications">Logs of an application</h2><ul class="row">${apps
        .slice(0, MAX_APPLICATIONS)
        .map(
          (appId) =>
            html`<li><a class="button" href="${logsPath(appId)}${q !== '' && `?${new URLSearchParams({ q })}`}">${visible(appId)}</a></li>`,
        )}</ul></section>`;

/** Maximum applications to choose from; others have a tab of their own. */
const MAX_APPLICATIONS = 50;
