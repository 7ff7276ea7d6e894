import { html } from 'hono/html';
import { stateBadge } from '../../findings/pages/parts/state-badge.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { type Cell, type Column, percent, table } from '../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../platform/pages-shell/relative-time.ts';
import { count, durationText } from '../../platform/pages-shell/texts.ts';
import { visible } from '../../platform/pages-shell/visible-text.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';
import { runDuration } from '../../replay/domain/plan.ts';
import { shortCommit } from '../../replay/domain/run-build.ts';
import { runTitle } from '../../replay/domain/run-title.ts';
import type { Run } from '../../replay/service/runs-of.ts';
import { startedBy, stateOf } from './parts/run-parts.ts';
import { reportPath } from './report-links.ts';

const APPLICATION: Column = { name: 'Application', as: 'wide' };
const COLUMNS: readonly Column[] = [
  { name: 'State', as: 'wide' },
  { name: 'Needs action', as: 'number' },
  { name: 'To review', as: 'number' },
  { name: 'Pass rate', as: 'number' },
  { name: 'Branch', as: 'wide' },
  { name: 'Started', as: 'wide' },
  { name: 'Duration', as: 'number' },
];

export interface RunTableOptions {
  caption: string;
  runs: readonly Run[];
  /** Whether runs of several applications are listed. */
  isOfAll: boolean;
  empty: string | Html;
  /** Epoch ms. */
  now: number;
}

/** Runs as a dense table, newest first. */
export const runTable = ({ caption, runs, isOfAll, empty, now }: RunTableOptions): Html =>
  table({
    caption,
    columns: [{ name: 'Run' }, ...(isOfAll ? [APPLICATION] : []), ...COLUMNS],
    rows: runs.map((run) => rowOf(run, isOfAll, now)),
    empty,
  });

function rowOf(run: Run, isOfAll: boolean, now: number): Cell[] {
  const { plan, round } = run;
  const result = round?.result;
  return [
    html`<a href="${reportPath(plan.planId)}">${visible(runTitle(plan))}</a>`,
    ...(isOfAll ? [html`<a href="${applicationPath(plan.appId)}">${visible(plan.appId)}</a>`] : []),
    stateBadge(stateOf(run)),
    result?.findings && count(result.findings.needsAction),
    result?.findings && count(result.findings.toReview),
    result && percent(result.passRate),
    branchOf(plan),
    html`<span>${relativeTime(plan.createdAt, now)}<span class="small muted">, by ${visible(startedBy(plan))}</span></span>`,
    durationOf(run, now),
  ];
}

const branchOf = ({ build: { branch, commit } = {} }: ReplayPlan): Html | null =>
  branch === undefined && commit === undefined
    ? null
    : html`<span>${branch !== undefined && html`<code>${visible(branch)}</code>`} ${commit !== undefined && html`<code class="muted">${visible(shortCommit(commit))}</code>`}</span>`;

/** The duration of a run; so far, while it sends requests. */
function durationOf({ plan, round }: Run, now: number): string | null {
  if (round === undefined) return null;
  const finishedAt = round.finishedAt ?? (plan.status === 'COMPLETED' ? null : now);
  const duration = runDuration({ startedAt: round.startedAt, finishedAt });
  return duration === null ? null : durationText(duration);
}
