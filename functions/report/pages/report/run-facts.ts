import { html } from 'hono/html';
import { paceText } from '../../../applications/domain/pacing/pace-text.ts';
import { runCallsText } from '../../../findings/domain/calls-texts.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { facts, time } from '../../../platform/pages-shell/list-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import { orderText } from '../../../replay/domain/order/order-text.ts';
import { type RoundCalls, roundCallsState } from '../../../replay/domain/results/round-calls.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import { startedBy } from '../parts/run-parts.ts';
import type { ReportedRun } from './report-layout.ts';

/** Everything that is known of a run: what it replayed, where, when, and who started it. */
export function runFacts({ plan, round }: ReportedRun, calls: RoundCalls | null): Html {
  const { attemptId, caseSource, isSingle, load } = plan;
  return html`<section class="panel pad" aria-labelledby="run"><h2 id="run">This run</h2>${facts([
    ['Application', plan.appId],
    ['Name', runTitle(plan)],
    ['Target', html`<code>${visible(plan.targetEnv)}</code>`],
    ['Running build', plan.baselineEnv && html`<code>${visible(plan.baselineEnv)}</code>`],
    ['Branch', plan.build?.branch],
    ['Commit', plan.build?.commit],
    ['Started by', startedBy(plan)],
    attemptId === undefined
      ? ['Evaluation', null]
      : ['Evaluation', html`<a href="${evaluationRunPath(runIdOf(attemptId))}">Evaluation run</a>`],
    ['Recordings', caseSource === 'pinned' ? 'pinned ones' : html`${time(plan.caseFrom)} to ${time(plan.caseTo)}`],
    ['Created', time(plan.createdAt)],
    ['First request', time(round.startedAt)],
    ['Last request', time(round.finishedAt)],
    ['Settled', time(round.result?.settledAt)],
    ['Calls', callsOf(calls, plan.enableMock, round.result !== null)],
    [
      'Load',
      `at most ${count(load.maxQps)} requests/s, ${isSingle ? 'one at a time, because downstream calls belong to the only request in progress' : `${count(load.concurrency)} at a time`}`,
    ],
    ['Pace', paceText(plan.pace)],
    ['Order', round.selection?.order && orderText(round.selection.order)],
    ['Run id', html`<code>${plan.planId}</code>, round ${round.round}`],
  ])}</section>`;
}

/** How the downstream calls were made; what a round from before they were compared did with them is not known. */
const callsOf = (calls: RoundCalls | null, enableMock: boolean, isSettled: boolean): string =>
  calls === null && isSettled
    ? 'not compared'
    : runCallsText(calls && { ...calls, state: roundCallsState(calls) }, enableMock);
