import { html } from 'hono/html';
import { runCallsText } from '../../findings/domain/calls-words.ts';
import type { Findings } from '../../findings/domain/findings.ts';
import { roundErrorMessage } from '../../findings/domain/round-error-message.ts';
import { settlingOf } from '../../findings/domain/settling.ts';
import { runningWords, STATE_WORDS, type StateWords } from '../../findings/domain/state-words.ts';
import type { Html, Page, PageAnswer, PageRequest } from '../../platform/http/pages/page-route.ts';
import { decision } from '../../platform/pages-shell/decision.ts';
import { evaluationRunPath } from '../../platform/pages-shell/evaluation-paths.ts';
import { actionForm } from '../../platform/pages-shell/form-parts.ts';
import { layout } from '../../platform/pages-shell/layout.ts';
import { percent, time } from '../../platform/pages-shell/list-parts.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import { count } from '../../platform/pages-shell/words.ts';
import { runIdOf } from '../../replay/domain/attempt-id.ts';
import { type RoundCalls, roundCallsState } from '../../replay/domain/calls/round-calls.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { progressOf } from '../../replay/domain/progress.ts';
import type { ReportServices } from '../services.ts';
import { analysisSection } from './analysis-section.ts';
import { changesSection, readChanges } from './changes-section.ts';
import { coverageSection } from './coverage-section.ts';
import { endpointsSection } from './endpoints-section.ts';
import { entriesSection } from './entries-section.ts';
import { hintsSection } from './hints-section.ts';
import { latencySection } from './latency-section.ts';
import { noiseSection } from './noise-section.ts';
import { numbersSection } from './numbers-section.ts';
import { casesPath, reportPath } from './report-links.ts';
import { doneNotice } from './report-notices.ts';
import { positionOf } from './request/position-of.ts';
import { startedBy } from './run-parts.ts';
import { type TrendRun, trendSection } from './trend-section.ts';

/** Maximum runs of the trend. */
const MAX_RUNS = 20;

/** The report of a plan (interface 13): its state and the next step, down to every endpoint. */
export const reportPage: Page<
  Pick<ReportServices, 'plans' | 'results' | 'findings' | 'analyses' | 'noise' | 'detailsOf' | 'config'>
> = {
  method: 'GET',
  path: '/report/{planId}',
  scope: 'read',

  async answer(request, services) {
    const { plans } = services;
    const plan = await plans.find(request.params.planId ?? '');
    const round = plan && (await plans.findRound(plan.planId, plan.round));
    if (!plan || !round) return { html: problemPage('not-found', request), status: 404 };
    return round.result === null || plan.status !== 'COMPLETED'
      ? running(request, services, plan, round)
      : settled(request, services, plan, round, round.result);
  },
};

async function running(
  request: PageRequest,
  { results, config }: Pick<ReportServices, 'results' | 'config'>,
  plan: ReplayPlan,
  round: ReplayRound,
): Promise<PageAnswer> {
  const workers = round.finishedAt === null ? await results.progress(plan.planId, plan.round) : [];
  const progress = progressOf(round, workers);
  const settling = settlingOf(round, config.noiseReduction);
  const status = plan.status === 'PENDING' ? 'PENDING' : 'RUNNING';
  const words = runningWords(status, round.finishedAt !== null, settling?.reason ?? null);
  const until = settling?.until ?? null;
  return {
    html: page(
      request,
      plan,
      html`${doneNotice(request.query)}<div id="live" data-live data-every="2">${banner(words)}
<p><label for="progress">Progress</label> <progress id="progress" max="1" value="${progress}">${percent(progress)}</progress> ${percent(progress)}${round.selection !== null && html` of ${count(round.selection.requests)} requests`}</p>${until !== null && html`<p>Findings settle at ${time(until)}.</p>`}</div>
${request.may('write') && round.interruption === null && html`<div class="row">${actionForm(request, `${reportPath(plan.planId)}/stop`, 'Stop', { danger: true, confirm: 'Stop this replay? Requests under way finish, no more are sent.' })}</div>`}
${planFacts(plan, round, null)}`,
      5,
    ),
  };
}

async function settled(
  request: PageRequest,
  services: Pick<ReportServices, 'findings' | 'results' | 'analyses' | 'noise' | 'plans' | 'detailsOf'>,
  plan: ReplayPlan,
  round: ReplayRound,
  result: NonNullable<ReplayRound['result']>,
): Promise<PageAnswer> {
  const { planId } = plan;
  const [found, clusters, { analysis, summary }, suggestions, changes, runs] = await Promise.all([
    services.findings.of(plan, round),
    services.results.findClusters(planId, round.round),
    services.analyses.viewOf(plan, round),
    services.noise.list(planId, round.round),
    readChanges(request, planId),
    lastRuns(services, plan, round),
  ]);
  if (found === undefined) {
    return { html: page(request, plan, html`<p>The details of this replay have expired.</p>`) };
  }
  const { findings, counts, input, rulesPending } = found;
  const { rows, exampleOf } = services.detailsOf(findings, input, clusters?.latency ?? []);
  const from = (name: string) => positionOf(request.query.get(name));
  const list = (group: 'needsAction' | 'toReview') =>
    entriesSection({
      planId,
      group,
      entries: findings[group],
      exampleOf,
      mayWrite: request.may('write'),
      from: from(group),
      interfaces: findings[`${group}Interfaces`],
      moreSevere: group === 'toReview' ? findings.needsActionInterfaces : 0,
    });
  return {
    html: page(
      request,
      plan,
      html`${doneNotice(request.query)}${banner(STATE_WORDS[findings.state], roundErrorMessage(round, findings), hintsSection(plan.appId, result.hints ?? []))}
${rulesPending && pendingRules(request, planId)}
${numbersSection(findings, counts, result)}
${actions(request, planId, findings, rulesPending)}
${list('needsAction')}${list('toReview')}
${analysisSection(planId, analysis, summary)}
${changesSection(planId, changes)}
${noiseSection(request, planId, suggestions)}
${coverageSection(findings, round.selection, clusters?.mapped)}
${endpointsSection(planId, rows, {
  text: request.query.get('endpoint') ?? '',
  state: request.query.get('endpointState') ?? '',
  from: from('endpointsFrom'),
})}
${latencySection(clusters?.latency ?? [])}
${trendSection(runs, planId)}
${planFacts(plan, round, clusters?.calls ?? null)}`,
    ),
  };
}

const page = (request: PageRequest, plan: ReplayPlan, body: Html, refreshSeconds?: number): Html =>
  layout({
    title: `${plan.appId}: ${plan.planName}`,
    heading: html`${visible(plan.appId)}: ${visible(plan.planName)}`,
    request,
    section: 'runs',
    trail: [
      { href: '/console', text: 'Applications' },
      { href: `/console/apps/${encodeURIComponent(plan.appId)}`, text: plan.appId },
      { href: `/console/apps/${encodeURIComponent(plan.appId)}/replays`, text: 'Replays' },
    ],
    ...(refreshSeconds !== undefined && { refreshSeconds }),
    body,
  });

const banner = ({ tone, title, next }: StateWords, reason: string | null = null, hints: Html | null = null): Html =>
  decision({ tone, title, next: html`${next}${reason !== null && html`<p>${visible(reason)}</p>`}${hints}` });

/** Compares again without sending requests. */
const compareAgain = (request: PageRequest, planId: string): Html =>
  actionForm(request, `${reportPath(planId)}/recompare`, 'Compare again');

const pendingRules = (request: PageRequest, planId: string): Html =>
  html`<div class="notice info">Rules changed since these answers were compared. ${request.may('write') ? compareAgain(request, planId) : 'Somebody who may write can compare them again.'}</div>`;

const actions = (request: PageRequest, planId: string, { scope }: Findings, rulesPending: boolean): Html =>
  html`<div class="row">${request.may('write') && actionForm(request, `${reportPath(planId)}/rerun`, 'Run again', { confirm: `Send ${count(scope.requests)} requests to the target again?` })}${request.may('write') && !rulesPending && compareAgain(request, planId)}<a href="${casesPath(planId)}">Failing requests</a><a href="${casesPath(planId, { state: 'all' })}">All requests</a></div>`;

const planFacts = (plan: ReplayPlan, round: ReplayRound, calls: RoundCalls | null): Html =>
  html`<section aria-labelledby="plan"><h2 id="plan">This replay</h2><dl class="pairs"><dt>Application</dt><dd>${visible(plan.appId)}</dd><dt>Target</dt><dd>${visible(plan.targetEnv)}</dd><dt>Plan</dt><dd><code>${plan.planId}</code>, round ${round.round}</dd><dt>Started by</dt><dd>${visible(startedBy(plan))}</dd>${plan.attemptId !== undefined && html`<dt>Made by</dt><dd><a href="${evaluationRunPath(runIdOf(plan.attemptId))}">Evaluation run</a></dd>`}<dt>Recordings</dt><dd>${plan.caseSource === 'pinned' ? 'pinned cases' : html`${time(plan.caseFrom)} to ${time(plan.caseTo)}`}</dd><dt>Created</dt><dd>${time(plan.createdAt)}</dd>${round.startedAt !== null && html`<dt>First request</dt><dd>${time(round.startedAt)}</dd>`}${round.finishedAt !== null && html`<dt>Sending ended</dt><dd>${time(round.finishedAt)}</dd>`}${round.result !== null && html`<dt>Settled</dt><dd>${time(round.result.settledAt)}</dd>`}<dt>Downstream calls</dt><dd>${callsOf(plan, round, calls)}</dd>${plan.isSingle && html`<dt>Load</dt><dd>one request at a time, because downstream calls belong to the only request under way</dd>`}</dl></section>`;

/** How the downstream calls were made; what a round from before they were compared did with them is not known. */
const callsOf = ({ enableMock }: ReplayPlan, { result }: ReplayRound, calls: RoundCalls | null): string =>
  calls === null && result !== null
    ? 'not compared'
    : runCallsText(calls && { ...calls, state: roundCallsState(calls) }, enableMock);

/** The last settled runs of the application up to this one, oldest first. */
async function lastRuns(
  { plans }: Pick<ReportServices, 'plans'>,
  plan: ReplayPlan,
  round: ReplayRound,
): Promise<TrendRun[]> {
  const earlier = await plans.earlier(plan, MAX_RUNS - 1);
  const rounds = [round, ...(await plans.latestRounds(earlier))];
  return rounds
    .flatMap((one) => (one?.result ? [{ ...one.result, planId: one.planId, state: one.result.state ?? null }] : []))
    .reverse();
}
