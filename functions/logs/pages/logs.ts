import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../platform/http/pages/page-route.ts';
import { field, notice } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { facts, time } from '../../platform/pages-shell/list-parts.ts';
import { errorsOf, type FieldErrors } from '../../platform/pages-shell/refusal.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { cutText } from '../../platform/pages-shell/words.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { isoTime } from '../../platform/time/iso-time.ts';
import { CASE_ID } from '../../recordings/domain/recorded-case.ts';
import type { LogRow } from '../domain/log-row.ts';
import { readLogsQuery } from '../domain/logs-query.ts';
import { type LookupWindow, windowsOf } from '../domain/lookup-windows.ts';
import type { LogServices } from '../services.ts';

const PATH = '/console/logs';
const HOUR = 3_600_000;
/** Maximum rows, and characters per row, on a page; a file has all of them. */
const MAX_ROWS = 500;
const MAX_LENGTH = 4000;

/** A lookup: a trace within one window, or the two windows around a recording and its replay (spec 4.9, rule 5). */
interface Lookup {
  traceId: string;
  windows: readonly LookupWindow[];
}

/** Shows log rows of a trace: by its id and a window, or by a case (`case`) and the time of its replay (`replayed`). */
export const logsPage: Page<Pick<LogServices, 'recordings' | 'logRows' | 'config' | 'now'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',

  async answer(request, services) {
    const read = await lookupOf(request, services);
    const errors = 'errors' in read ? read.errors : {};
    const found = 'lookup' in read ? await rowsOf(read.lookup, services) : null;
    return {
      status: Object.keys(errors).length > 0 ? 422 : 200,
      html: layout({
        title: 'Logs',
        request,
        section: 'logs',
        body: html`${!services.config.logPipeline && notice('The log pipeline is disabled (SVC_LOG_PIPELINE): there is nothing to look up.', 'bad')}
${form(request, services.now(), errors)}
${'lookup' in read && found && answerView(read.lookup, found)}`,
      }),
    };
  },
};

/** Parses the request; returns errors by field if it is invalid, and none for an empty request. */
async function lookupOf(
  { query }: PageRequest,
  { recordings }: Pick<LogServices, 'recordings'>,
): Promise<{ lookup: Lookup } | { errors: FieldErrors }> {
  const caseId = (query.get('case') ?? '').trim();
  const replayed = (query.get('replayed') ?? '').trim();
  const replayedAt = replayed === '' ? null : isoTime(replayed);
  if (replayed !== '' && replayedAt === null)
    return { errors: { replayed: 'This must be an ISO-8601 time with its zone.' } };
  if (caseId !== '') {
    const head = CASE_ID.test(caseId) ? await recordings.find(caseId) : undefined;
    if (head === undefined) return { errors: { case: 'There is no such case, or it has expired.' } };
    return { lookup: { traceId: head.traceId, windows: windowsOf(head.recordedAt, replayedAt) } };
  }
  const traceId = (query.get('trace_id') ?? '').trim();
  const recordedAt = isoTime((query.get('recorded') ?? '').trim());
  if (traceId !== '' && (recordedAt !== null || replayedAt !== null))
    return { lookup: { traceId, windows: windowsOf(recordedAt, replayedAt) } };
  if (!['trace_id', 'since', 'until'].some((name) => query.get(name))) return { errors: {} };
  const parsed = readLogsQuery(['trace_id', 'since', 'until'].map((name) => [name, query.get(name) ?? ''] as const));
  if (parsed.ok) return { lookup: { traceId: parsed.value.traceId, windows: [parsed.value] } };
  return { errors: errorsOf(parsed.message, ['trace_id', 'since', 'until']) };
}

async function rowsOf({ traceId, windows }: Lookup, { logRows }: Pick<LogServices, 'logRows'>) {
  const rows: LogRow[] = [];
  const warnings = new Set<string>();
  let isCut = false;
  for (const { since, until } of windows) {
    const found = logRows.rowsOf(traceId, since, until);
    for await (const row of found) {
      isCut = rows.length >= MAX_ROWS;
      if (isCut) break;
      rows.push(row);
    }
    for (const warning of found.warnings) warnings.add(warning);
    if (isCut) break;
  }
  return { rows, warnings: [...warnings], isCut };
}

function form({ query }: PageRequest, now: number, errors: FieldErrors): Html {
  const value = (name: string, fallback = '') => query.get(name) ?? fallback;
  const around = (ms: number) => isoText(now + ms);
  return html`${notice(errors.form, 'bad')}<div class="columns"><form class="panel pad" role="search" aria-label="By trace"><h2>By trace</h2>
${field({ name: 'trace_id', label: 'Trace id', required: true, value: value('trace_id'), maxlength: 200, error: errors.trace_id ?? null })}
${field({ name: 'since', label: 'Since', required: true, value: value('since', around(-HOUR)), hint: 'ISO-8601 in UTC; this moment counts.', error: errors.since ?? null })}
${field({ name: 'until', label: 'Until', required: true, value: value('until', around(0)), hint: 'This moment does not count.', error: errors.until ?? null })}<button>Look up</button></form>
<form class="panel pad" role="search" aria-label="By case"><h2>By case</h2>
${field({ name: 'case', label: 'Case id', required: true, value: value('case'), maxlength: 128, hint: 'Two minutes around its recording are looked up.', error: errors.case ?? null })}
${field({ name: 'replayed', label: 'Replayed at', value: value('replayed'), hint: 'With it, two minutes around the replay as well.', error: errors.replayed ?? null })}<button>Look up</button></form></div>`;
}

function answerView(
  { traceId, windows }: Lookup,
  { rows, warnings, isCut }: { rows: readonly LogRow[]; warnings: readonly string[]; isCut: boolean },
): Html {
  return html`<h2>Rows of <code>${visible(traceId)}</code></h2>
<ul>${windows.map(
    ({ since, until }) =>
      html`<li>${time(since)} to ${time(until)} <a href="${PATH}/file?${new URLSearchParams({ trace_id: traceId, since: isoText(since), until: isoText(until) })}">Keep all of it as a file</a></li>`,
  )}</ul>
${warnings.map((warning) => notice(warning, 'info'))}
${
  rows.length === 0
    ? notice(
        warnings.length > 0
          ? 'There are rows that this version cannot read.'
          : 'There is none: the trace id is another, the window is too narrow, or rows have not arrived yet (allow three minutes).',
        'info',
      )
    : html`<ol class="log">${rows.map(rowView)}</ol>`
}
${isCut && html`<p>The first ${MAX_ROWS} rows are shown; the files have all of them.</p>`}`;
}

const SEVERITY_LOOKS: Readonly<Record<string, string>> = { WARN: 'warn', ERROR: 'bad', FATAL: 'bad' };

const rowView = ({ timestamp, severity, body, service_name, source, ...ids }: LogRow): Html =>
  html`<li><p class="row"><span class="mono">${isoText(timestamp)}</span> <span class="badge ${SEVERITY_LOOKS[severity] ?? ''}">${severity}</span> <strong>${visible(service_name)}</strong> <span class="muted">${source}</span></p>
<pre>${visible(cutText(body, MAX_LENGTH))}</pre>${body.length > MAX_LENGTH && html`<p class="small muted">${body.length - MAX_LENGTH} more characters are in the file.</p>`}
${
  (ids.span_id || ids.plan_item_id || ids.plan_id || ids.replay_id) &&
  html`<details><summary>Ids</summary>${facts([
    ['Span', ids.span_id],
    ['Replay', ids.replay_id],
    ['Plan', ids.plan_id && html`<a href="/report/${encodeURIComponent(ids.plan_id)}">${visible(ids.plan_id)}</a>`],
    ['Plan item', ids.plan_item_id],
  ])}</details>`
}</li>`;

/** Downloads all rows of a lookup as a file. */
export const logsFile: Page = {
  method: 'GET',
  path: `${PATH}/file`,
  scope: 'read',

  async answer({ ask, query }) {
    const response = await ask('GET', '/api/recorder/logs', { query: Object.fromEntries(query) });
    return { headers: { 'content-disposition': 'attachment; filename="log-rows.json"' }, response };
  },
};
