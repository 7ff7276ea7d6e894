import { html } from 'hono/html';
import * as v from 'valibot';
import { KIND_WORDS } from '../../../compare/domain/kind-words.ts';
import { Kind } from '../../../compare/domain/kinds.ts';
import { endpointName } from '../../../findings/domain/endpoint-words.ts';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { layout } from '../../../platform/pages-shell/layout.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { count, counted, ms, short } from '../../../platform/pages-shell/words.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { ReportServices } from '../../services.ts';
import { casePath, casesPath, reportPath, withQuery } from '../report-links.ts';
import { filteredCases, pageOfCases } from './failing-cases.ts';
import { positionOf } from './position-of.ts';

const MAX_ROWS = 50;

/** Why the list is empty. */
const NOT_LISTED = {
  settling: 'They are listed once the replay has settled.',
  expired: 'The details of this replay have expired.',
};

/** Lists the requests of a replay: the failing ones, by endpoint, kind and field, or all in the plan's order. */
export const caseListPage: Page<Pick<ReportServices, 'plans' | 'failingCases' | 'marks'>> = {
  method: 'GET',
  path: '/report/{planId}/cases',
  scope: 'read',

  async answer(request, services) {
    const plan = await services.plans.find(request.params.planId ?? '');
    const round = plan && (await services.plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return { html: problemPage('not-found', request), status: 404 };
    const isAll = request.query.get('state') === 'all';
    const badLink = { html: problemPage('bad-link', request), status: 400 };
    if (!isUsableQuery(request.query)) return badLink;
    const rows = isAll ? await everyRequest(request, plan.planId) : await failing(request, services, plan, round);
    if (rows === null) return badLink;
    return {
      html: layout({
        title: isAll ? 'Requests' : 'Failing requests',
        request,
        section: 'runs',
        trail: [
          { href: '/console/replays', text: 'Replays' },
          { href: reportPath(plan.planId), text: `${plan.appId}: ${plan.planName}` },
        ],
        body: html`<nav class="tabs" aria-label="Which requests"><ul><li><a href="${casesPath(plan.planId)}"${!isAll && html` aria-current="page"`}>Failing</a></li><li><a href="${casesPath(plan.planId, { state: 'all' })}"${isAll && html` aria-current="page"`}>All</a></li></ul></nav>${rows}`,
      }),
    };
  },
};

/** Whether the query is valid: pages of all requests continue by a cursor, those of failing ones by a number. */
function isUsableQuery(query: URLSearchParams): boolean {
  const [state, kind] = [query.get('state') ?? '', query.get('kind') ?? ''];
  return ['', 'all'].includes(state) && (kind === '' || v.is(Kind, kind)) && (state === 'all' || !query.has('cursor'));
}

async function failing(
  { query }: PageRequest,
  services: Pick<ReportServices, 'failingCases' | 'marks'>,
  plan: ReplayPlan,
  round: ReplayRound,
): Promise<Html> {
  const { planId } = plan;
  const today = await services.failingCases.of(plan, round);
  if (today === undefined)
    return html`<p class="empty">${NOT_LISTED[round.result === null ? 'settling' : 'expired']}</p>`;
  const filter = {
    operation: query.get('operation') ?? '',
    method: query.get('method') ?? '',
    kind: query.get('kind') ?? '',
    subject: query.get('subject') ?? '',
  };
  const { total, from, cases } = pageOfCases(filteredCases(today, filter), positionOf(query.get('from')), MAX_ROWS);
  const marked = new Set((await services.marks.list(planId, round.round)).map(({ item }) => item));
  const link = (start: number, text: string) =>
    html`<a class="button tiny" href="${withQuery(`/report/${planId}/cases`, { ...filter, from: start })}">${text}</a>`;
  const kind = v.safeParse(Kind, filter.kind);
  return html`<p>${counted(total, 'failing request')}${filter.operation !== '' && html` of <code>${short(endpointName(filter.operation, filter.method))}</code>`}${kind.success && html`: ${KIND_WORDS[kind.output].en}`}${filter.subject !== '' && html` <code>${short(filter.subject)}</code>`}${(filter.operation || filter.kind || filter.subject) && html` <a href="${casesPath(planId)}">Show every failing request</a>`}</p>
${
  cases.length > 0 &&
  html`<div class="scroll"><table class="cards"><thead><tr><th scope="col">Request</th><th scope="col">Endpoint</th><th scope="col">Differences</th></tr></thead><tbody>${cases.map(
    ({ item, cluster: { operation, method, differences } }) =>
      html`<tr><th scope="row"><a href="${casePath(planId, item)}">Request ${count(item + 1)}</a>${marked.has(item) && html` <span class="badge quiet">marked passed</span>`}</th><td data-label="Endpoint">${short(endpointName(operation, method))}</td><td data-label="Differences">${differences.slice(0, 4).map((one, index) => html`${index > 0 && '; '}${KIND_WORDS[one.kind].en} <code>${short(one.subject, 80)}</code>`)}${differences.length > 4 && html` and ${count(differences.length - 4)} more`}</td></tr>`,
  )}</tbody></table></div>`
}
${total > MAX_ROWS && html`<nav class="row" aria-label="Requests, pages">${from > 0 && link(Math.max(0, from - MAX_ROWS), 'Previous')}${from + MAX_ROWS < total && link(from + MAX_ROWS, 'Next')}</nav>`}`;
}

const Listed = v.object({
  items: v.array(
    v.object({
      planItemId: v.string(),
      operation: v.string(),
      method: v.nullable(v.string()),
      state: v.picklist(['PASSED', 'FAILED', 'NO_RESULT']),
      marked: v.boolean(),
      status: v.object({ recorded: v.nullable(v.number()), replayed: v.nullable(v.number()) }),
      durationMs: v.object({ recorded: v.nullable(v.number()), replayed: v.nullable(v.number()) }),
    }),
  ),
  nextCursor: v.nullable(v.string()),
});

const STATES = {
  PASSED: { text: 'passes', tone: 'good' },
  FAILED: { text: 'fails', tone: 'bad' },
  NO_RESULT: { text: 'no result', tone: 'quiet' },
} as const;

/** Null if the cursor is invalid. */
async function everyRequest({ ask, query }: PageRequest, planId: string): Promise<Html | null> {
  const cursor = query.get('cursor') ?? '';
  const answer = await ask('GET', '/api/replays/{planId}/cases', {
    params: { planId },
    query: { limit: String(MAX_ROWS), ...(cursor !== '' && { cursor }) },
  });
  const read = v.safeParse(Listed, answer.body);
  if (!read.success) return null;
  const { items, nextCursor } = read.output;
  return html`<div class="scroll"><table class="cards"><thead><tr><th scope="col">Request</th><th scope="col">Endpoint</th><th scope="col">State</th><th scope="col" class="number">Status</th><th scope="col" class="number">Time</th></tr></thead><tbody>${items.map(
    ({ planItemId, operation, method, state, marked, status, durationMs }) => {
      const item = Number(planItemId.split(':')[1]);
      return html`<tr><th scope="row"><a href="${casePath(planId, item)}">Request ${count(item + 1)}</a></th><td data-label="Endpoint">${short(endpointName(operation, method))}</td><td data-label="State"><span class="badge ${STATES[state].tone}">${STATES[state].text}</span>${marked && html` <span class="badge quiet">marked passed</span>`}</td><td class="number" data-label="Status">${status.recorded ?? '–'} → ${status.replayed ?? '–'}</td><td class="number" data-label="Time">${ms(durationMs.recorded)} → ${ms(durationMs.replayed)}</td></tr>`;
    },
  )}</tbody></table></div>
${nextCursor !== null && html`<nav class="row" aria-label="Requests, pages"><a class="button tiny" href="${withQuery(`/report/${planId}/cases`, { state: 'all', cursor: nextCursor })}">Next</a></nav>`}`;
}
