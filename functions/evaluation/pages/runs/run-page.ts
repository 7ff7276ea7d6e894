import { html } from 'hono/html';
import type { Html, Page, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { decision } from '../../../platform/pages-shell/decision.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { notice, noticeOf } from '../../../platform/pages-shell/form-parts.ts';
import type { FieldErrors } from '../../../platform/pages-shell/refusal.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { EvaluationUses } from '../../composition.ts';
import { LedgerEvent } from '../../domain/ledger/event.ts';
import { artifactTable } from '../artifacts/artifact-table.ts';
import {
  ArtifactAnswer,
  AttemptAnswer,
  GateAnswer,
  listOf,
  RunAnswer,
  type ScoreAnswer,
} from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { answered } from '../evaluation-page.ts';
import { decideAgainForm } from '../gates/decide-again-form.ts';
import { knownPolicies, policyOf } from '../gates/gate-policies.ts';
import { eventTable } from '../ledger/event-table.ts';
import { headlines, headScores } from '../scores/head-scores.ts';
import { scoreTable } from '../scores/score-table.ts';
import { versionFacts } from '../versions/version-facts.ts';
import { aboutRun } from './about-run.ts';
import { attemptsSection } from './attempts-section.ts';
import { buildOfLabels } from './build-name.ts';
import { evidenceTable } from './evidence-table.ts';
import { rulesPanel } from './rules-panel.ts';
import { runActions, runFactsLine, runName } from './run-heading.ts';
import { isRunning } from './run-rows.ts';
import { runText } from './run-texts.ts';

const RUN = '/api/v1/eval/runs/{runId}';

/** Flash message by the value of the page's query parameter. */
const DONE: Readonly<Record<string, string>> = {
  started: 'The run is started.',
  cancelled: 'The run is being cancelled.',
};

export type RunServices = EvaluationUses<'artifacts' | 'workflowVersions', 'newId' | 'now'>;

/** Shows one run: decision, gate rules, then the evidence down to each event (evaluation 3.7 to 3.12). */
export const runPage: Page<RunServices> = {
  method: 'GET',
  path: `${EVALUATIONS}/runs/{runId}`,
  scope: 'eval:read',
  answer: async (request, services) => ({ html: await runView(request, services, {}) }),
};

/** Renders the page of a run, with the refusals of its forms. */
export async function runView(
  request: PageRequest,
  services: RunServices,
  { errors = {}, refused }: { errors?: FieldErrors; refused?: string | undefined },
): Promise<Html> {
  const { runId = '' } = request.params;
  const of = { params: { runId } };
  const [run, gate] = await Promise.all([
    answered(request, RunAnswer, RUN, of),
    answered(request, GateAnswer, `${RUN}/gate`, of),
  ]);
  const [attempts, decisions, scores, policy, facts] = await Promise.all([
    answered(request, listOf(AttemptAnswer), `${RUN}/attempts`, of),
    answered(request, listOf(GateAnswer), `${RUN}/gate-decisions`, of),
    headScores(request, run),
    policyOf(gate.gate_policy_version, services),
    versionFacts(run.workflow_version_digest, services),
  ]);
  const now = services.now();
  const underWay = isRunning(run);
  const { appId } = facts;
  // The newest attempt comes first.
  const attempt = attempts.data[0];
  return evaluationLayout({
    title: runName(run, facts),
    request,
    trail: appId === null ? [] : [{ href: applicationPath(appId), text: appId }],
    facts: runFactsLine(run, facts, now),
    actions: runActions(request, run, `console ${services.newId()}`),
    ...(underWay && { refreshSeconds: 5 }),
    body: html`${notice(refused, 'bad')}${noticeOf(DONE, request.query)}
<div id="live"${underWay && html` data-live data-every="3"`}>${banner(run, gate, attempt)}</div>
${rulesPanel({ gate, policy, scores, others: decisions.data.filter(({ primary }) => !primary) })}
<section class="panel block" aria-labelledby="evidence"><div class="panel-head"><h2 id="evidence">Evidence</h2><span class="small muted">Stored unchanged, so that the decision can be checked later</span></div>
${evidenceTable({ run, gate, attempt, scores, facts, now })}
${attemptsSection(attempts.data)}
${scoresPart(runId, scores)}
${!underWay && request.may('eval:run') && decideAgainForm(request, runId, await knownPolicies(request), errors)}
${await foldedLists(request, runId)}
${aboutRun(run)}</section>`,
  });
}

function banner(run: RunAnswer, gate: GateAnswer, attempt: AttemptAnswer | undefined): Html {
  const { tone, title, next } = runText(run, gate, buildOfLabels(run.labels));
  const replay = attempt?.replay;
  return decision({
    tone,
    title: html`${visible(title)}`,
    next: html`${next}${run.status_reason !== null && html` ${visible(run.status_reason.detail)}`}`,
    action:
      replay &&
      html`<a class="button primary" href="/report/${replay.plan_id}">${isRunning(run) ? 'Follow the run' : 'Open the report'}</a>`,
  });
}

const scoresPart = (runId: string, scores: readonly ScoreAnswer[]): Html =>
  html`<details class="panel-foot" id="scores"><summary>${counted(scores.length, 'score')}</summary><p class="small muted">Every measured value, by run and by endpoint. <a href="${evaluationRunPath(runId)}/scores">All scores, also by request</a></p><dl class="stats">${headlines(scores)}</dl>${scoreTable(scores, 'Scores of the run and of its attempts', 'No scores yet')}</details>`;

/** Artifacts and events, each folded. */
async function foldedLists(request: PageRequest, runId: string): Promise<Html> {
  const of = { params: { runId } };
  const [events, artifacts] = await Promise.all([
    answered(request, listOf(LedgerEvent), `${RUN}/events`, { ...of, query: { limit: '100' } }),
    answered(request, listOf(ArtifactAnswer), `${RUN}/artifacts`, of),
  ]);
  return html`<details class="panel-foot" id="artifacts"><summary>${counted(artifacts.data.length, 'artifact')}${artifacts.has_more && ', the newest'}</summary>${artifactTable(artifacts.data)}</details>
<details class="panel-foot" id="events"><summary>${counted(events.data.length, 'event')}${events.has_more && ', the oldest'}</summary>${eventTable(events.data, { caption: 'Events of the run, oldest first', positionOf: ({ run_sequence }) => run_sequence, empty: 'No events yet' })}${events.has_more && html`<p><a href="${evaluationRunPath(runId)}/events">All events of the run</a></p>`}</details>`;
}
