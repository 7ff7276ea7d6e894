import { html } from 'hono/html';
import type { Findings, FindingsState } from '../../../findings/domain/findings.ts';
import { stateLabels } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { type Decision, decision, type Stat } from '../../../platform/pages-shell/decision.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { ReplayPlan } from '../../../replay/domain/plan.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { Run } from '../../../replay/service/runs-of.ts';
import { stateOf } from '../../../report/pages/parts/run-parts.ts';

export interface LastDecision {
  last: Run | undefined;
  /** Of the last run by the current rules and marks; undefined unless it has settled and its results are still kept. */
  findings: Findings | undefined;
  lastClean: Run | undefined;
  stats: readonly Stat[];
  /** Where a run can be started; null for readers who may not. */
  startPath: string | null;
  /** Epoch ms. */
  now: number;
}

type DecisionLabel = Pick<Decision, 'title' | 'icon'>;

/** What the last run of an application says about a release, and the numbers of the application. */
export function lastDecision({ last, findings, lastClean, stats, startPath, now }: LastDecision): Html {
  if (last === undefined)
    return decision({
      tone: 'quiet',
      title: 'No run yet',
      next:
        startPath === null
          ? 'A user with write access can start one.'
          : 'Start a run against the instance with your new build.',
      action: startPath !== null && html`<a class="button primary" href="${startPath}">Start a run</a>`,
      stats,
    });
  const state = findings?.state ?? stateOf(last);
  return decision({
    tone: stateLabels(state).tone,
    ...labelOf(state, findings),
    next: html`${runLink(last, now)}.${lastClean !== undefined && lastClean !== last && html` Last clean run: ${runLink(lastClean, now)}.`}`,
    action: html`<a class="button" href="/report/${last.plan.planId}">Open report</a>`,
    stats,
  });
}

const runLink = ({ plan }: Run, now: number): Html =>
  html`<a href="/report/${plan.planId}">${visible(runTitle(plan))}</a>, ${namedBranch(plan)}${relativeTime(plan.createdAt, now)}`;

/** The branch of a run whose name does not begin with it. */
const namedBranch = (plan: ReplayPlan): Html | null => {
  const { branch } = plan.build ?? {};
  return branch === undefined || runTitle(plan).startsWith(branch) ? null : html`<code>${visible(branch)}</code>, `;
};

/** Where it stands in a sentence. */
function labelOf(state: string, findings: Findings | undefined): DecisionLabel {
  if (Object.hasOwn(LABELS, state)) return LABELS[state as keyof typeof LABELS](findings); // one of its own keys
  return { title: stateLabels(state).name };
}

const LABELS: Readonly<Record<FindingsState | 'PENDING', (findings: Findings | undefined) => DecisionLabel>> = {
  PENDING: () => ({ title: 'A run starts in a moment', icon: 'clock' }),
  RUNNING: () => ({ title: 'A run is in progress', icon: 'run' }),
  NO_CASES: () => ({ title: 'No decision: nothing was replayed' }),
  INTERRUPTED: () => ({ title: 'No decision: the run was interrupted', icon: 'stop' }),
  ENVIRONMENT_FAILURE: () => ({ title: 'No decision: the test environment failed', icon: 'plug' }),
  NEEDS_ACTION: (findings) => ({
    title: findings
      ? `Do not release: ${counted(findings.needsAction.length, 'finding')} ${findings.needsAction.length === 1 ? 'needs' : 'need'} action`
      : 'Do not release: findings need action',
  }),
  REVIEW_ONLY: (findings) => ({
    title: findings
      ? `Review before release: ${counted(findings.toReview.length, 'finding')}`
      : 'Review before release',
  }),
  LOW_COVERAGE: () => ({ title: 'No decision: too little was replayed' }),
  CLEAN: () => ({ title: 'Ready to release: no findings' }),
};
