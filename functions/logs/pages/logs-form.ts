import { html } from 'hono/html';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { field } from '../../platform/pages-shell/form-parts.ts';
import { menu } from '../../platform/pages-shell/menu.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { cutText, short } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { LoggedRun } from '../composition.ts';
import { LOG_SOURCES, type LogRow } from '../domain/log-row.ts';
import { SEVERITIES, type Severity } from '../domain/severity.ts';
import { MAX_SEARCH_LENGTH, type WantedLogs, type WindowKind, windowKind } from '../domain/wanted-logs.ts';
import { searchLink } from './parts/logs-links.ts';

/** Levels in words. */
export const LEVEL_LABELS: Readonly<Record<Severity, string>> = {
  TRACE: 'Trace',
  DEBUG: 'Debug',
  INFO: 'Info',
  WARN: 'Warning',
  ERROR: 'Error',
  FATAL: 'Fatal',
};

/** Who wrote an entry, in words. */
export const SOURCE_LABELS: Readonly<Record<LogRow['source'], string>> = {
  agent: 'Agent',
  app: 'Application',
  backend: 'Replay service',
};

/** Longest name of a run on a button. */
const MAX_TITLE_LENGTH = 40;

export interface LogsFormOptions {
  /** Null for the lookup by a trace id alone. */
  appId: string | null;
  path: string;
  wanted: WantedLogs;
  errors: Readonly<Record<string, string>>;
  /** The run that the search came from. */
  run: LoggedRun | null;
  /** Runs to choose from. */
  runs: readonly LoggedRun[];
  /** Epoch ms. */
  now: number;
}

/** The search box with its choices, the windows to choose from, and what filters at the moment. */
export const logsForm = (options: LogsFormOptions): Html => {
  const { path, wanted, errors } = options;
  const isExact = windowKind(wanted) === 'exact' || errors.since !== undefined || errors.until !== undefined;
  return html`<form role="search" aria-label="Logs" action="${path}"><div class="filter">
<label class="search"><span class="hidden">Search</span><input type="search" name="q" maxlength="${MAX_SEARCH_LENGTH}" value="${wanted.q}" placeholder="trace:, request:, run: or any text"${errors.q !== undefined && html` aria-invalid="true" aria-describedby="q-error"`}></label>
${choice('level', 'Level', wanted.level, [['', 'Any level'], ...LEVELS])}
${choice('source', 'Source', wanted.source, [['', 'Any source'], ...LOG_SOURCES.map((one) => [one, SOURCE_LABELS[one]] as const)])}
${KEPT.map((name) => wanted[name] !== '' && html`<input type="hidden" name="${name}" value="${wanted[name]}">`)}<button>Search</button></div>
${errors.q !== undefined && html`<p class="error" id="q-error">${errors.q}</p>`}
<details${isExact && html` open`}><summary>Exact times</summary><div class="field-row">${time('since', 'From', options)}${time('until', 'To', options)}</div></details></form>
${(options.appId !== null || wanted.trace_id !== '') && presets(options)}
${chips(options)}`;
};

/** Parameters that the form keeps and does not show. */
const KEPT = ['trace_id', 'window', 'run', 'recorded', 'replayed'] as const;

/** The highest level stands alone. */
const LEVELS = SEVERITIES.slice(1).map(
  (level) => [level, level === 'FATAL' ? LEVEL_LABELS[level] : `${LEVEL_LABELS[level]} and above`] as const,
);

const choice = (
  name: string,
  label: string,
  value: string,
  options: readonly (readonly [value: string, text: string])[],
): Html =>
  html`<label><span class="hidden">${label}</span><select name="${name}">${options.map(
    ([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`,
  )}</select></label>`;

const time = (name: 'since' | 'until', label: string, { wanted, errors }: LogsFormOptions): Html =>
  field({
    name,
    label,
    value: wanted[name],
    placeholder: '2026-11-20T12:00:00Z',
    hint: name === 'since' ? 'ISO-8601 with its zone; this moment counts' : 'This moment does not count',
    error: errors[name] ?? null,
  });

/** The windows that one click chooses. */
function presets({ path, wanted, run, runs, now }: LogsFormOptions): Html {
  const current = windowKind(wanted);
  const link = (window: WindowKind, text: string | Html, changes: Partial<WantedLogs> = {}) =>
    html`<a class="button tiny" href="${searchLink(path, wanted, { window, since: '', until: '', ...changes })}"${window === current && html` aria-current="true"`}>${text}</a>`;
  const others = runs.filter(({ planId }) => planId !== run?.planId);
  const hasRequest = wanted.recorded !== '' || wanted.replayed !== '';
  return html`<div class="row" role="group" aria-label="Time"><span class="join">${link('1h', 'Last hour')}${link('24h', 'Last 24 hours')}${link('all', 'All kept')}</span>
${(hasRequest || run !== null) && html`<span class="join">${hasRequest && link('request', 'Around this request')}${run !== null && link('run', html`Around ${short(run.title, MAX_TITLE_LENGTH)}`)}</span>`}
${
  others.length > 0 &&
  menu({
    label: run === null ? 'Around a run' : 'Around another run',
    isTiny: true,
    body: html`${others.map(
      (one) =>
        html`<a href="${searchLink(path, wanted, { window: 'run', run: one.planId, since: '', until: '' })}">${short(one.title, MAX_TITLE_LENGTH)} <span class="small muted">${relativeTime(one.from, now)}</span></a>`,
    )}`,
  })
}</div>`;
}

/** What filters the entries, each with a link that removes it. */
function chips({ path, wanted, run }: LogsFormOptions): Html | null {
  const { trace_id, q, level, source, since, until } = wanted;
  const kind = windowKind(wanted);
  const all: (readonly [text: string | Html, removed: Partial<WantedLogs>])[] = [];
  if (trace_id !== '')
    all.push([html`Trace ${visible(cutText(trace_id, 32), 'ltr')}`, { trace_id: '', recorded: '', replayed: '' }]);
  if (q !== '') all.push([html`Text ${short(q, 80)}`, { q: '' }]);
  const least = LEVELS.find(([one]) => one === level);
  if (least !== undefined) all.push([`Level: ${least[1]}`, { level: '' }]);
  const from = LOG_SOURCES.find((one) => one === source);
  if (from !== undefined) all.push([`Source: ${SOURCE_LABELS[from]}`, { source: '' }]);
  if (kind === 'exact')
    all.push([
      html`${since !== '' && html`From ${visible(since)}`} ${until !== '' && html`to ${visible(until)}`}`,
      { since: '', until: '' },
    ]);
  else if (kind === 'run' && run !== null) all.push([html`Around ${short(run.title, 80)}`, { window: '', run: '' }]);
  else if (kind === 'request')
    all.push([
      html`Around ${trace_id === '' ? 'a' : 'this'} request`,
      { window: '', run: '', recorded: '', replayed: '' },
    ]);
  else if (wanted.window !== '') all.push([WINDOW_LABELS[kind], { window: '' }]);
  if (all.length === 0) return null;
  return html`<div><ul class="row" aria-label="Active filters">${all.map(
    ([text, removed]) =>
      html`<li><a class="badge" href="${searchLink(path, wanted, removed)}">${text} <span aria-hidden="true">×</span><span class="hidden">: remove</span></a></li>`,
  )}</ul></div>`;
}

/** Each window as a chip. */
const WINDOW_LABELS: Readonly<Record<WindowKind, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  all: 'All kept',
  request: 'Around this request',
  run: 'Around this run',
  exact: 'Between these times',
};
