import { html } from 'hono/html';
import type { Html, Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import { applicationLayout } from '../../platform/pages-shell/application-layout.ts';
import { notice } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { CASE_ID } from '../../recordings/domain/recorded-case.ts';
import type { LoggedRun, LogServices } from '../composition.ts';
import { isTraceId } from '../domain/rows-of-export.ts';
import { searchPrefixes } from '../domain/search-prefixes.ts';
import { matchesSearch, type WantedLogs, wantedLogs, windowsOfSearch } from '../domain/wanted-logs.ts';
import { rowsOfApplication, rowsOfTrace } from '../service/searched-logs.ts';
import { applicationsView, listView, traceView } from './found-logs.ts';
import { logsForm } from './logs-form.ts';
import { LOGS, logsPath, searchLink } from './parts/logs-links.ts';
import { examplesLine, searchExamples } from './search-examples.ts';

type Services = Pick<LogServices, 'recordings' | 'logRows' | 'loggedRuns' | 'config' | 'now'>;

/** Number of the latest runs that a search offers. */
const MAX_RUNS = 5;

/** Shows the log entries of a trace, by its id or by a recording (`case`). */
export const logsPage: Page<Services> = {
  method: 'GET',
  path: LOGS,
  scope: 'read',

  async answer(request, services) {
    const caseId = (request.query.get('case') ?? '').trim();
    if (caseId === '') return searchPage(request, services, null);
    const head = CASE_ID.test(caseId) ? await undefinedIfDamaged(services.recordings.find(caseId)) : undefined;
    if (head === undefined)
      return searchPage(request, services, null, { form: 'The recording no longer exists, or it has expired.' });
    const wanted: WantedLogs = {
      ...wantedLogs(request.query),
      trace_id: head.traceId,
      recorded: isoText(head.recordedAt),
    };
    return { location: searchLink(logsPath(head.appId), wanted) };
  },
};

/** Searches the logs of an application: of a trace, of the requests of a run, or of those in a window. */
export const logsOfApplication: Page<Services> = {
  method: 'GET',
  path: '/console/apps/{appId}/logs',
  scope: 'read',
  answer: (request, services) => searchPage(request, services, request.params.appId ?? ''),
};

async function searchPage(
  request: PageRequest,
  services: Services,
  appId: string | null,
  wrong: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const { config, now: clock, loggedRuns } = services;
  const now = clock();
  const { request: caseId } = searchPrefixes(request.query.get('q') ?? '');
  if (caseId) return { location: `${LOGS}?${new URLSearchParams({ case: caseId })}` };
  const typed = wantedLogs(request.query);
  const runs = appId === null ? [] : await loggedRuns.latest(appId, MAX_RUNS);
  const wanted = { ...typed, run: runNamed(runs, typed.run) };
  const [run, examples] = await Promise.all([
    runOf(loggedRuns, wanted.run, appId),
    appId === null ? [] : searchExamples(services.recordings, appId, runs),
  ]);
  const times = windowsOfSearch(wanted, { now, oldest: now - config.logRetentionMs, run });
  const errors: Readonly<Record<string, string>> = {
    ...wrong,
    ...(run === null && wanted.run !== '' && { form: 'The run no longer exists, or it has expired.' }),
    ...(wanted.trace_id !== '' && !isTraceId(wanted.trace_id) && { q: 'A trace id has 32 hexadecimal digits.' }),
    ...(appId === null && wanted.trace_id === '' && wanted.q !== '' && { q: ONE_TRACE }),
    ...('errors' in times && times.errors),
  };
  const form = logsForm({ appId, path: logsPath(appId), wanted, errors, run, runs, now });
  const hasErrors = Object.keys(errors).length > 0;
  const found =
    hasErrors || 'errors' in times
      ? null
      : await foundView(services, { request, appId, wanted, windows: times.windows, run });
  const about = html`Of a request, from its recording and from each run: both share one trace.`;
  const body = html`${appId !== null && html`<p class="muted">${about}</p>`}${!config.logPipeline && notice('No logs are kept: SVC_LOG_PIPELINE is off.', 'bad')}${notice(errors.form, 'bad')}${form}${examplesLine(logsPath(appId), examples)}
${found}${appId === null && wanted.trace_id === '' && applicationsView(await services.recordings.apps(), wanted)}`;
  return {
    ...(hasErrors && { status: 422 }),
    html:
      appId === null
        ? layout({ title: 'Logs', about, request, section: 'logs', body })
        : applicationLayout({ request, appId, tab: 'logs', title: `Logs of ${appId}`, heading: visible(appId), body }),
  };
}

const ONE_TRACE = 'Enter a trace id of 32 hexadecimal digits here. Texts are searched in the logs of one application.';

/** The id of a run, which a part of its title names too. */
const runNamed = (runs: readonly LoggedRun[], text: string): string =>
  runs.find(({ title }) => text !== '' && title.toLowerCase().includes(text.toLowerCase()))?.planId ?? text;

/** A run of this application, or of any. */
async function runOf(
  loggedRuns: LogServices['loggedRuns'],
  planId: string,
  appId: string | null,
): Promise<LoggedRun | null> {
  const run = planId === '' ? undefined : await loggedRuns.find(planId);
  return run === undefined || (appId !== null && run.appId !== appId) ? null : run;
}

interface Search {
  request: PageRequest;
  appId: string | null;
  wanted: WantedLogs;
  windows: readonly { since: number; until: number }[];
  run: LoggedRun | null;
}

async function foundView(services: Services, { request, appId, wanted, windows, run }: Search): Promise<Html | null> {
  const now = services.now();
  const matches = matchesSearch(wanted);
  const path = logsPath(appId);
  if (wanted.trace_id !== '') {
    const found = await rowsOfTrace(services, wanted.trace_id, windows, matches);
    return traceView({ found, wanted, windows, path, now, request, config: services.config });
  }
  if (appId === null) return null;
  const found = await rowsOfApplication(services, { appId, windows, planId: run?.planId ?? null, matches });
  return listView({ found, wanted, windows, path, now, request, config: services.config });
}

/** Downloads all entries of a trace in a window as a file. */
export const logsFile: Page = {
  method: 'GET',
  path: `${LOGS}/file`,
  scope: 'read',

  async answer({ ask, query }) {
    const response = await ask('GET', '/api/recorder/logs', { query: Object.fromEntries(query) });
    return { headers: { 'content-disposition': 'attachment; filename="log-rows.json"' }, response };
  },
};
