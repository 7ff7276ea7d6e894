import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { type Column, pager, table, time } from '../../../platform/pages-shell/list-parts.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isTerminalRun } from '../../domain/runs/transitions.ts';
import type { RunAnswer } from '../evaluation-answers.ts';
import { policyPath, runLink, shortDigest, workflowPath } from '../evaluation-links.ts';
import { buildName } from './build-name.ts';
import { gateBadge, runBadge, whyText } from './run-texts.ts';

const COLUMNS: readonly Column[] = [
  { name: 'Build' },
  { name: 'Decision' },
  { name: 'Why', as: 'wide' },
  { name: 'Workflow version' },
  { name: 'Labels', as: 'wide' },
  { name: 'Started', as: 'wide' },
];

/** Whether a run is still in progress. */
export const isRunning = ({ status }: Pick<RunAnswer, 'status'>): boolean => !isTerminalRun(status);

/** A list of runs that refreshes those in progress. */
export const runList = (
  request: Pick<PageRequest, 'url'>,
  { data, next_cursor }: { data: readonly RunAnswer[]; next_cursor: string | null },
  { caption, empty }: { caption: string; empty: string | Html },
): Html =>
  html`<div id="runs"${data.some(isRunning) && html` data-live data-every="3"`}>${table({
    caption,
    empty,
    columns: COLUMNS,
    rows: data.map((run) => [
      named(run),
      isRunning(run) || run.status === 'cancelled' ? runBadge(run.status) : gateBadge(run.gate),
      html`<span>${whyText(run)}</span>`,
      html`<a href="${workflowPath(run.workflow_version_digest)}">${shortDigest(run.workflow_version_digest)}</a>`,
      labelsOf(run),
      html`<span>${time(run.created_at)}, by ${startedBy(run)}</span>`,
    ]),
  })}</div>${pager(request, next_cursor)}`;

/** The build of a run with a link to the run; its id where no label names a build. */
function named(run: RunAnswer): Html {
  const { name, rest } = buildName(run.labels);
  if (name === null) return runLink(run.workflow_run_id);
  return html`<a href="${evaluationRunPath(run.workflow_run_id)}">${short(name)}</a><div class="small muted">${rest !== null && html`${short(rest)}, `}<code>${visible(run.workflow_run_id)}</code></div>`;
}

/** `branch=main, build=4711`. Null without labels. */
export function labelsOf({ labels }: Pick<RunAnswer, 'labels'>): Html | null {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? null : visible(pairs.join(', '));
}

/** The user or trigger that created a run. */
export function startedBy({ trigger, created_by }: Pick<RunAnswer, 'trigger' | 'created_by'>): Html {
  if (trigger.type === 'api') return visible(created_by);
  const what = trigger.type === 'backfill' ? 'Backfill' : 'Online policy';
  return trigger.policy_id === undefined ? html`${what}` : html`<a href="${policyPath(trigger.policy_id)}">${what}</a>`;
}
