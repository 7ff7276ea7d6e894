import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { crumbs, layout } from '../../../platform/pages-shell/layout.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { cutText } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import type { StoredValue } from '../../../platform/values/stored-json.ts';
import type { ReplayPlan, ReplayRound } from '../../../replay/domain/plan.ts';
import type { PlannedCase } from '../../../replay/domain/results/chunk.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { ReportServices } from '../../composition.ts';
import { undoNotice } from '../report/marks/undo-marks.ts';
import { casesPath, reportPath } from '../report-links.ts';
import { doneNotice } from '../report-notices.ts';
import { neighboursOf, withoutMarked } from './failing-cases.ts';
import { requestBody } from './request-body.ts';
import { requestView } from './request-view.ts';
import { pageRules } from './rule-actions.ts';
import { shownCaseJob } from './shown-case.ts';
import { shownCallsJob } from './shown-request.ts';
import { logsPart } from './side-column.ts';
import { curlMenu } from './toolbar/curl-menu.ts';
import { findingsOfRequest } from './toolbar/findings-of-request.ts';
import { positionAmong } from './toolbar/request-position.ts';
import { markNotice, requestToolbar, type ToolbarOptions } from './toolbar/request-toolbar.ts';

type Services = Pick<
  ReportServices,
  | 'plans'
  | 'results'
  | 'findings'
  | 'rules'
  | 'noise'
  | 'marks'
  | 'failingCases'
  | 'recordings'
  | 'analyses'
  | 'work'
  | 'now'
>;

/**
 * One request of a run (interface 13): both responses, what differs between them, its downstream calls, and links to
 * the other failing requests.
 */
export const casePage: Page<Services> = {
  method: 'GET',
  path: '/report/{planId}/cases/{item}',
  scope: 'read',

  async answer(request, services) {
    const { plans, results, findings, work } = services;
    const { planId = '', item: text = '' } = request.params;
    const plan = /^\d{1,8}$/.test(text) ? await plans.find(planId) : undefined;
    const round = plan && (await plans.findRound(planId, plan.round));
    const planned = round && (await results.findPlanned(planId, round, Number(text)));
    if (!plan || !round || !planned) return { html: problemPage('not-found', request), status: 404 };
    const { item, operation, caseId } = planned.case;
    const read = await readCase(plan, round, planned, services);
    const { stored, marks, found, failing, inForce, suggested, recording, payload, cause, judged } = read;
    const mark = marks.find((one) => one.item === item);
    const unmarked = failing && withoutMarked(failing, marks);
    const around = unmarked ? { ...neighboursOf(unmarked, item), ...positionAmong(unmarked, item) } : null;
    const { method = '' } = planned.case;
    const bar = { planId, item, method, url: operation, around, result: null, rules: [], findings: [], curl: null };
    const page = (content: Html, more: Partial<ToolbarOptions> = {}) =>
      pageOf(request, { trail: trailOf(plan), bar: { ...bar, ...more }, body: content });
    const unreadable = async () => {
      const lack = await results.lackOf(plan, round.round, planned.chunk, item);
      return lack && page(html`<p>${LACK_TEXTS[lack]}</p>`);
    };
    if (stored === undefined) return (await unreadable()) || page(withoutResult(round));

    const isMasked = !request.may('write');
    const { head } = stored;
    const view = requestView(request.query);
    const facts = { isMasked, rules: inForce, operation, target: plan.targetEnv, ...view.part };
    const shown = await work.run(shownCaseJob, async () => ({ stored: await stored.stored.bytes(), ...facts }), {
      bytes: stored.stored.size,
      urgent: true,
    });
    if (!shown.ok || shown.value === null)
      return (
        (shown.ok && (await unreadable())) ||
        page(
          html`<p>${shown.ok ? 'The responses of this request have expired.' : 'The responses of this request are too large to be shown.'}</p><div class="panel side">${logsPart(plan, planned.case, head)}</div>`,
        )
      );
    const { value } = shown;
    const isFailing = value.differences.some(({ rule }) => rule === null) || head.outcome.truncated;
    const origin = { planId, item, operation };
    const body = requestBody(value, {
      origin,
      appId: plan.appId,
      mayWrite: !isMasked,
      currentRules: findings.rulesByOperation(inForce, suggested)(operation),
      planned: planned.case,
      ofSession: planned.ofSession,
      head,
      recording,
      cause,
      secondAnswers: judged?.secondAnswers,
      calls: value.calls ?? (await recordedCalls(payload, isMasked, services)),
      view,
    });
    const isBulk = request.query.get('done') === 'expected';
    const bulk = isBulk && undoNotice(request, planId, marks, { item: text });
    return page(
      html`${bulk}${plan.baselineEnv !== undefined && RUNNING_BUILD}${mark && !bulk && markNotice(request, origin, mark, services.now())}${body}`,
      {
        method: value.request.method,
        url: value.request.path,
        result: { isFailing, mark, head },
        rules: isMasked ? [] : pageRules(origin, value.differences),
        findings: found && !isMasked ? findingsOfRequest(found.findings, value.differences, operation) : [],
        curl: curlMenu(value.curl, recording ? `/console/cases/${encodeURIComponent(caseId)}` : null),
      },
    );
  },
};

const withoutResult = ({ interruption }: ReplayRound): Html =>
  html`<p>This request has no result${interruption !== null && html`: ${visible(interruption)}`}</p>`;

/** What the page of a request is made from. */
async function readCase(
  plan: ReplayPlan,
  round: ReplayRound,
  { chunk, case: { item, caseId } }: { chunk: number; case: PlannedCase },
  { results, marks, findings, failingCases, rules, noise, recordings, analyses }: Services,
) {
  const { planId } = plan;
  const [stored, marked, found, failing, inForce, suggested, recording, payload, cause, judged] = await Promise.all([
    results.findUnread(plan, round.round, chunk, item),
    marks.list(planId, round.round),
    round.result === null ? undefined : findings.of(plan, round),
    failingCases.of(plan, round),
    rules.inForce(plan.appId),
    noise.suggested(planId, round.round),
    undefinedIfDamaged(recordings.find(caseId)),
    recordings.storedPayload(caseId),
    analyses.causeOf(plan, round, item),
    noise.findItem(planId, round.round, chunk, item),
  ]);
  return { stored, marks: marked, found, failing, inForce, suggested, recording, payload, cause, judged };
}

/** The downstream calls of a recording; null if they cannot be read. */
async function recordedCalls(payload: StoredValue | undefined, isMasked: boolean, { work }: Pick<Services, 'work'>) {
  if (payload === undefined) return null;
  const calls = await work.run(shownCallsJob, async () => ({ stored: await payload.bytes(), isMasked }), {
    bytes: payload.size,
    urgent: true,
  });
  return calls.ok ? calls.value : null;
}

/** What the sides of this page are in a run with a running build. */
const RUNNING_BUILD = html`<p class="notice">This run compares with the running build, whose response is on the left. Downstream calls are shown as recorded.</p>`;

const LACK_TEXTS = {
  recording: 'The recording of this request is damaged, so the request was not sent.',
  result: 'The result of this request cannot be read: what is stored of it is damaged.',
  calls: 'The service did not answer a downstream call of this request, so its response says nothing about the build.',
  comparison:
    'This request was not compared: the running build failed, both builds answered 401, or it changes data that both builds may share.',
};

const trailOf = (plan: ReplayPlan) => [
  { href: applicationPath(plan.appId), text: plan.appId },
  { href: reportPath(plan.planId), text: runTitle(plan) },
  { href: casesPath(plan.planId), text: 'Failing requests' },
];

function pageOf(
  request: PageRequest,
  { trail, bar, body }: { trail: ReturnType<typeof trailOf>; bar: ToolbarOptions; body: Html },
) {
  return {
    html: layout({
      title: `${bar.method} ${cutText(bar.url, 100)}`.trim(),
      request,
      section: 'runs',
      toolbar: html`${crumbs(trail)}${requestToolbar(request, bar)}`,
      body: html`${doneNotice(request.query)}${body}`,
    }),
  };
}
