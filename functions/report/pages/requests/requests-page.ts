import { html } from 'hono/html';
import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';
import type { ComputedFindings } from '../../../findings/domain/compute-findings.ts';
import { countEntries } from '../../../findings/domain/findings.ts';
import type { Mark } from '../../../findings/store/marks.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { actionForm, csrfField } from '../../../platform/pages-shell/form-parts.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { count, counted } from '../../../platform/pages-shell/texts.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { ReportServices } from '../../composition.ts';
import { countEndpointRows } from '../../domain/endpoint-rows.ts';
import { requestsOf } from '../../domain/failing-requests.ts';
import { positionOf } from '../../domain/position-of.ts';
import { failingPage, MAX_RESULTS_SEARCHED } from '../../service/failing-page.ts';
import { latestMarks } from '../report/marks/undo-marks.ts';
import { type ReportedRun, reportedRun, reportLayout } from '../report/report-layout.ts';
import { reportTabs } from '../report/report-tabs.ts';
import { doneNotice } from '../report-notices.ts';
import { failingList, failingRow } from './failing-list.ts';
import { type ListCounts, requestsFilter } from './requests-filter.ts';
import { isFailing, type RequestList, type RequestsQuery, requestsPath, requestsQuery } from './requests-query.ts';
import { requestsTable, type ShownRequestRow } from './requests-table.ts';

const MAX_ROWS = 50;

type Services = Pick<ReportServices, 'plans' | 'failingCases' | 'marks' | 'findings' | 'results' | 'work' | 'now'>;

/** Lists the requests of a run: failing ones, those marked as expected, passed ones, or all. */
export const requestsPage: Page<Services> = {
  method: 'GET',
  path: '/report/{planId}/cases',
  scope: 'read',

  async answer(request, services) {
    const run = await reportedRun(request, services);
    if (!run) return { html: problemPage('not-found', request), status: 404 };
    const badLink = { html: problemPage('bad-link', request), status: 400 };
    services.work.prepare();
    const asked = requestsQuery(request.query);
    if (asked === null) return badLink;
    const isSettled = run.round.result !== null;
    const rows =
      isFailing(asked.list) && (isSettled || asked.list === 'expected')
        ? await failing(request, services, run, asked)
        : await everyRequest(request, run, asked);
    if (rows === null) return badLink;
    const { plan, round } = run;
    const [found, listed] = await Promise.all([
      services.findings.of(plan, round),
      failingList(run, { ...NO_FILTER, list: 'failing' }, services),
    ]);
    const counts = found && listed && listCounts(found, listed);
    const tabCounts = found && {
      findings: countEntries(found.findings, 'needsAction') + countEntries(found.findings, 'toReview'),
      requests: found.counts.failedCases,
      endpoints: countEndpointRows(found.input),
    };
    return {
      html: reportLayout(request, {
        run,
        now: services.now(),
        view: VIEWS[asked.list],
        tabs: reportTabs(plan.planId, 'requests', tabCounts),
        body: html`<div id="answer" aria-live="polite">${noticeOf(request, plan.planId, asked, listed?.marks ?? [])}</div>${requestsFilter(plan.planId, asked, counts ?? null, isSettled ? (listed?.clusters ?? []) : null)}${rows}`,
      }),
    };
  },
};

const VIEWS = {
  failing: 'Failing requests',
  expected: 'Expected requests',
  passed: 'Passed requests',
  all: 'Requests',
} as const;

const NO_FILTER: RequestsQuery = {
  list: 'failing',
  text: '',
  operation: '',
  method: '',
  endpoint: '',
  kind: '',
  subject: '',
  from: 0,
  cursor: '',
};

/** What a form has done; marks made together can be removed together. */
function noticeOf(
  request: PageRequest,
  planId: string,
  asked: RequestsQuery,
  marks: Parameters<typeof latestMarks>[0],
): Html | null {
  const latest = latestMarks(marks);
  const [first] = latest;
  if (request.query.get('done') !== 'expected' || first === undefined) return doneNotice(request.query);
  const undo = actionForm(request, requestsPath(planId, asked), 'Undo', {
    fields: { markedAt: isoText(first.markedAt) },
    isInPlace: true,
  });
  return html`<div class="notice good row" role="status"><span>${counted(latest.length, 'request')} marked as expected</span> ${undo}</div>`;
}

/** Requests of each list. A request without result is in none but `all`. */
function listCounts(
  { counts, findings: { scope } }: Pick<ComputedFindings, 'counts' | 'findings'>,
  { clusters, requests }: Pick<NonNullable<Awaited<ReturnType<typeof failingList>>>, 'clusters' | 'requests'>,
): ListCounts {
  const failed = requests.length;
  const expected = requestsOf(clusters).length - failed;
  const passed = counts.totalCases - scope.requestsWithoutResult - failed - expected;
  return { failing: failed, expected, passed, all: counts.totalCases };
}

/** The requests whose marks a form has made or removed just now. */
const justChanged = ({ query }: PageRequest, marks: readonly Mark[]): ReadonlySet<number> =>
  new Set([
    ...(query.get('done') === 'expected' ? latestMarks(marks).map(({ item }) => item) : []),
    ...(query.has('row') ? [positionOf(query.get('row'))] : []),
  ]);

const isFiltered = ({ text, operation, method, endpoint, kind, subject }: RequestsQuery): boolean =>
  [text, operation, method, endpoint, kind, subject].some((one) => one !== '');

const EMPTY: Readonly<Record<RequestList, string>> = {
  failing: 'No request fails',
  expected: 'No request is marked as expected',
  passed: 'No request has passed',
  all: 'No requests',
};

const empty = (text: string): Html => html`<p class="panel empty">${text}</p>`;

async function failing(
  request: PageRequest,
  services: Pick<ReportServices, 'failingCases' | 'marks' | 'results'>,
  run: ReportedRun,
  asked: RequestsQuery,
): Promise<Html> {
  const { planId } = run.plan;
  const found = await failingList(run, asked, services, (marks) => justChanged(request, marks));
  if (found === undefined)
    return empty(
      run.round.result === null
        ? 'Requests are listed once the run has settled'
        : 'The details of this run have expired',
    );
  const { requests, marked } = found;
  const { text, from: start } = asked;
  const { rows, from, next } = await failingPage(services, { plan: run.plan, round: run.round.round }, requests, {
    text,
    from: start,
    max: MAX_ROWS,
  });
  const total = counted(requests.length, asked.list === 'expected' ? 'expected request' : 'failing request');
  const range = text !== '' || rows.length === 0 ? '' : `${count(from + 1)}–${count(from + rows.length)} of `;
  const link = (index: number, label: string) =>
    html`<a class="button tiny" href="${requestsPath(planId, asked, { from: index })}">${label}</a>`;
  const isSearchCut = text !== '' && next !== null && rows.length < MAX_ROWS;
  const pages = html`<nav class="row panel-foot" aria-label="Requests, pages"><span class="small muted">${range}${total}${isSearchCut && `; ${count(MAX_RESULTS_SEARCHED)} of them searched on this page`}</span>${from > 0 && link(text === '' ? Math.max(0, from - MAX_ROWS) : 0, text === '' ? 'Previous' : 'First')}${next !== null && link(next, 'Next')}</nav>`;
  const isPicked = request.may('write');
  const shown = rows.map((row) => failingRow(row, marked));
  const table =
    rows.length === 0
      ? html`<p class="pad empty">${isFiltered(asked) ? 'No request matches the filter' : EMPTY[asked.list]}</p>`
      : requestsTable(planId, shown, { caption: total, isPicked });
  if (!isPicked || rows.length === 0) return html`<div class="panel">${table}${pages}</div>`;
  return html`<form class="panel" method="post" data-in-place action="${requestsPath(planId, asked)}"><div>${csrfField(request)}${table}${pages}</div>
<div class="bulk"><strong><span data-selected>0</span> selected</strong><label class="row"><span class="hidden">Reason</span><input name="comment" maxlength="2000" placeholder="Reason (optional)"></label><button class="primary" name="mark" value="selected">Mark as expected</button><button name="mark" value="accept" data-leave>Accept as the new recording…</button><a class="button" href="${requestsPath(planId, asked)}">Clear</a></div></form>`;
}

const sides = v.object({ recorded: v.nullable(v.number()), replayed: v.nullable(v.number()) });
const Listed = v.object({
  items: v.array(
    v.object({
      planItemId: v.string(),
      operation: v.string(),
      method: v.nullable(v.string()),
      path: v.nullable(v.string()),
      state: v.picklist(['PASSED', 'FAILED', 'NO_RESULT']),
      marked: v.boolean(),
      kinds: v.array(Kind),
      likelyNoise: v.optional(v.literal(true)),
      status: sides,
      durationMs: sides,
      damaged: v.optional(v.picklist(['recording', 'result'])),
      unanswered: v.optional(v.literal(true)),
      uncompared: v.optional(v.literal(true)),
    }),
  ),
  nextCursor: v.nullable(v.string()),
});

/** Requests as the API lists them, failing ones only before the run has settled; null if the cursor is invalid. */
async function everyRequest({ ask }: PageRequest, { plan }: ReportedRun, asked: RequestsQuery): Promise<Html | null> {
  const { planId } = plan;
  const answer = await ask('GET', '/api/replays/{planId}/cases', {
    params: { planId },
    query: {
      limit: String(MAX_ROWS),
      ...(asked.list === 'passed' && { state: 'PASSED' }),
      ...(asked.list === 'failing' && { state: 'FAILED' }),
      ...(asked.cursor !== '' && { cursor: asked.cursor }),
    },
  });
  const parsed = v.safeParse(Listed, answer.body);
  if (!parsed.success) return null;
  const { items, nextCursor } = parsed.output;
  const rows = items.map(
    ({ planItemId, marked, kinds, likelyNoise, ...row }): ShownRequestRow => ({
      ...row,
      item: Number(planItemId.split(':')[1]),
      isMarked: marked,
      differences: kinds.map((kind) => ({ kind, subject: '', likelyNoise })),
    }),
  );
  const next =
    nextCursor !== null &&
    (asked.list === 'failing'
      ? html`<p class="panel-foot small muted">The first of them. All are listed once the run has settled</p>`
      : html`<nav class="row panel-foot" aria-label="Requests, pages"><a class="button tiny" href="${requestsPath(planId, asked, { cursor: nextCursor })}">Next</a></nav>`);
  return html`<div class="panel">${rows.length === 0 ? html`<p class="pad empty">${next || asked.cursor !== '' ? 'No request on this page' : EMPTY[asked.list]}</p>` : requestsTable(planId, rows, { caption: VIEWS[asked.list], isPicked: false })}${next}</div>`;
}
