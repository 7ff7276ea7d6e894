import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { decision } from '../../../platform/pages-shell/decision.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { actionForm, notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import { facts, time } from '../../../platform/pages-shell/list-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { EvaluationUses } from '../../composition.ts';
import { LedgerEvent } from '../../domain/ledger/event.ts';
import { artifactTable } from '../artifacts/artifact-table.ts';
import { ArtifactAnswer, AttemptAnswer, GateAnswer, listOf, RunAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { artifactLink, gatePath, runLink, shortDigest, workflowPath } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { decideAgainForm } from '../gates/decide-again-form.ts';
import { knownPolicies, policyOf } from '../gates/gate-policies.ts';
import { brokenRules, rulesTable } from '../gates/gate-section.ts';
import { eventTable } from '../ledger/event-table.ts';
import { headlines, headScores } from '../scores/head-scores.ts';
import { scoreTable } from '../scores/score-table.ts';
import { attemptsSection } from './attempts-section.ts';
import { isRunning, labelsOf, startedBy } from './run-rows.ts';
import { gateBadge, runBadge, runText } from './run-texts.ts';

const RUN = '/api/v1/eval/runs/{runId}';

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = {
  started: 'The run is started.',
  cancelled: 'The run is being cancelled.',
};

/**
 * Shows one run: its gate with the reasons, the next step, and all details down to each event (evaluation 3.7 to 3.12).
 */
export const runPage: Page<EvaluationUses<'artifacts'>> = {
  method: 'GET',
  path: `${EVALUATIONS}/runs/{runId}`,
  scope: 'eval:read',
  answer: async (request, services) => ({ html: await runView(request, services, {}) }),
};

/** Renders the page of a run, with the refusals of its forms. */
export async function runView(
  request: PageRequest,
  services: EvaluationUses<'artifacts'>,
  { errors = {}, refused }: { errors?: FieldErrors; refused?: string | undefined },
): Promise<Html> {
  const { runId = '' } = request.params;
  const of = { params: { runId } };
  const [run, gate] = await Promise.all([
    answered(request, RunAnswer, RUN, of),
    answered(request, GateAnswer, `${RUN}/gate`, of),
  ]);
  const [attempts, decisions, events, artifacts, scores, policy] = await Promise.all([
    answered(request, listOf(AttemptAnswer), `${RUN}/attempts`, of),
    answered(request, listOf(GateAnswer), `${RUN}/gate-decisions`, of),
    answered(request, listOf(LedgerEvent), `${RUN}/events`, { ...of, query: { limit: '100' } }),
    answered(request, listOf(ArtifactAnswer), `${RUN}/artifacts`, of),
    headScores(request, run),
    policyOf(gate.gate_policy_version, services),
  ]);
  const underWay = isRunning(run);
  const others = decisions.data.filter(({ primary }) => !primary);
  const path = evaluationRunPath(runId);
  return evaluationLayout({
    title: 'Evaluation run',
    request,
    tab: 'runs',
    ...(underWay && { refreshSeconds: 5 }),
    body: html`${notice(refused, 'bad')}${noticeOf(DONE, request.query)}
<div id="live"${underWay && html` data-live data-every="3"`}>${banner(run, gate, attempts.data)}
<dl class="stats panel"><div><dt>Gate</dt><dd>${gateBadge(gate)}</dd></div><div><dt>Run</dt><dd>${runBadge(run.status)}</dd></div>${headlines(scores)}</dl></div>
${actions(request, run)}
<section aria-labelledby="gate"><h2 id="gate">Gate</h2>${gateDetails(gate, policy)}
${others.length > 0 && html`<h3>Decisions with other policies</h3><ul>${others.map((one) => html`<li>${gateBadge(one)} by ${artifactLink(one.gate_policy_version)}, <a href="${gatePath(one.gate_decision_id ?? '')}">${time(one.decided_at)}</a></li>`)}</ul>`}
${!underWay && request.may('eval:run') && decideAgainForm(request, runId, await knownPolicies(request), errors)}</section>
${attemptsSection(attempts.data)}
<section aria-labelledby="scores"><h2 id="scores">Scores</h2>${scoreTable(scores, 'Scores of the run and of its attempts', 'No scores yet')}<p><a href="${path}/scores">All scores, also by request</a></p></section>
<section aria-labelledby="artifacts"><h2 id="artifacts">Artifacts</h2>${artifactTable(artifacts.data)}${artifacts.has_more && html`<p class="muted">The newest ${artifacts.data.length} are shown</p>`}</section>
<section aria-labelledby="events"><h2 id="events">Events</h2>${eventTable(events.data, { caption: 'Events of the run, oldest first', positionOf: ({ run_sequence }) => run_sequence, empty: 'No events yet' })}${events.has_more && html`<p><a href="${path}/events">All events of the run</a></p>`}</section>
<section aria-labelledby="run"><h2 id="run">This run</h2>${runFacts(run)}</section>`,
  });
}

function gateDetails(gate: GateAnswer, policy: Awaited<ReturnType<typeof policyOf>>): Html {
  if (gate.status !== 'decided')
    return html`<p class="empty">${gate.status === 'pending' ? 'Not decided yet' : 'No gate: the run was cancelled'}</p>`;
  return html`${rulesTable(gate, policy)}${facts([
    ['Policy', artifactLink(gate.gate_policy_version)],
    ['Baseline', gate.inputs?.baseline_run_id ? runLink(gate.inputs.baseline_run_id) : 'none'],
    [
      'Decision',
      gate.gate_decision_id &&
        html`<a href="${gatePath(gate.gate_decision_id)}"><code>${gate.gate_decision_id}</code></a>, ${time(gate.decided_at)}`,
    ],
  ])}`;
}

const runFacts = (run: RunAnswer): Html =>
  facts([
    ['Run', html`<code>${run.workflow_run_id}</code>`],
    [
      'Workflow version',
      html`<a href="${workflowPath(run.workflow_version_digest)}">${shortDigest(run.workflow_version_digest)}</a>`,
    ],
    ['Labels', labelsOf(run)],
    ['Started by', startedBy(run)],
    ['Recorded in', run.trigger.window && html`${time(run.trigger.window.from)} to ${time(run.trigger.window.to)}`],
    [
      'Compared with',
      run.baseline &&
        html`${runLink(run.baseline.workflow_run_id)}${run.baseline.ref === 'last_passing' && ', the last that passed'}`,
    ],
    ['Recordings', artifactLink(run.input_overrides?.case_set)],
    ['Reproducibility', run.observed_reproducibility_class ?? run.reproducibility_class],
    ['Result', artifactLink(run.native_result_artifact)],
    ['Created', time(run.created_at)],
    ['Started', time(run.started_at)],
    ['Cancellation requested', time(run.cancel_requested_at)],
    ['Ended', time(run.completed_at)],
  ]);

function banner(run: RunAnswer, gate: GateAnswer, attempts: readonly AttemptAnswer[]): Html {
  const { tone, title, next } = runText(run, gate);
  // The newest attempt comes first.
  const replay = attempts[0]?.replay;
  return decision({
    tone,
    title,
    next: html`${next}${gate.status === 'decided' && brokenRules(gate)}${run.status_reason !== null && html`<p>${visible(run.status_reason.detail)}</p>`}`,
    action:
      replay &&
      html`<a class="button primary" href="/report/${replay.plan_id}">${isRunning(run) ? 'Follow the run' : 'Open the report'}</a>`,
  });
}

function actions(request: PageRequest, run: RunAnswer): Html | null {
  if (!request.may('eval:run')) return null;
  const path = evaluationRunPath(run.workflow_run_id);
  if (run.status === 'queued' || run.status === 'running')
    return html`<div class="row">${actionForm(request, `${path}/cancel`, 'Cancel', { danger: true, confirm: 'Cancel this run? Its gate is then not decided.' })}</div>`;
  return isRunning(run)
    ? null
    : html`<p><a class="button" href="${workflowPath(run.workflow_version_digest)}#start">Run this version again</a></p>`;
}
