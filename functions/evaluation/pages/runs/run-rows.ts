import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { type Column, pager, table, time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isTerminalRun } from '../../domain/runs/transitions.ts';
import type { RunAnswer } from '../evaluation-answers.ts';
import { policyPath, runLink, shortDigest, workflowPath } from '../evaluation-links.ts';
import { gateBadge, runBadge } from './run-texts.ts';

const COLUMNS: readonly Column[] = [
  { name: 'Run' },
  { name: 'Gate' },
  { name: 'Run status' },
  { name: 'Workflow version' },
  { name: 'Labels' },
  { name: 'Started by' },
  { name: 'Created', as: 'time' },
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
      runLink(run.workflow_run_id),
      gateBadge(run.gate),
      runBadge(run.status),
      html`<a href="${workflowPath(run.workflow_version_digest)}">${shortDigest(run.workflow_version_digest)}</a>`,
      labelsOf(run),
      startedBy(run),
      time(run.created_at),
    ]),
  })}</div>${pager(request, next_cursor)}`;

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
