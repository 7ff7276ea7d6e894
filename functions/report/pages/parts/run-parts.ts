import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';
import { runState } from '../../../replay/domain/plan.ts';
import { shortCommit } from '../../../replay/domain/run-build.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { Run } from '../../../replay/service/runs-of.ts';
import type { PlottedRun } from './runs-plot.ts';

/** findings.state of when the round settled, or that it has not. */
export const stateOf = ({ plan, round }: Run): string => runState(plan, round);

/** Branch and commit of a run's build; null where neither is known, or the run is named by them. */
export function buildOf(plan: ReplayPlan): Html | null {
  const { branch, commit } = plan.build ?? {};
  if (branch === undefined && commit === undefined) return null;
  if (runTitle(plan) === [branch, commit && shortCommit(commit)].filter(Boolean).join(' ')) return null;
  return html`<span>${branch !== undefined && html`<code>${visible(branch)}</code>`} ${commit !== undefined && html`<code class="muted">${visible(shortCommit(commit))}</code>`}</span>`;
}

/** A settled run as the trend draws it; null for one that has not settled. */
export function plottedRun(run: Run): PlottedRun | null {
  const { plan, round } = run;
  if (!round?.result) return null;
  const { passRate, settledAt: at, findings = null } = round.result;
  return { planId: plan.planId, title: runTitle(plan), at, state: stateOf(run), passRate, findings };
}

/** The user, schedule or trigger that started a replay. */
export function startedBy({ source, operator, scheduleId }: ReplayPlan): string {
  if (scheduleId !== undefined) return `Schedule ${scheduleId}`;
  return source === 'trigger' ? 'Open API' : operator;
}

/** Hint of a list of runs: findings are recalculated on each request, but lists show the stored values (spec 3.2). */
export const AS_SETTLED: Html = html`<p class="small muted">State, pass rate and findings are those at the time a run settled. Its report applies the current rules and marks.</p>`;

/** Whether a run has not ended. */
export const isRunning = ({ plan }: Run): boolean => plan.status !== 'COMPLETED';

/** Refresh interval of a list with a run in progress, for browsers without scripts. */
export const refreshWhileRunning = (runs: readonly Run[]): { refreshSeconds?: number } =>
  runs.some(isRunning) ? { refreshSeconds: 5 } : {};
