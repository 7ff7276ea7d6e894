import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { short } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { isTerminalRun } from '../../domain/runs/transitions.ts';
import type { RunAnswer } from '../evaluation-answers.ts';
import { policyPath, runLink } from '../evaluation-links.ts';
import { buildName } from './build-name.ts';
import type { ListedRun } from './listed-runs.ts';
import { gateBadge, runBadge } from './run-texts.ts';
import { rulesNote, whyText } from './why-text.ts';

/** Whether a run is still in progress. */
export const isRunning = ({ status }: Pick<RunAnswer, 'status'>): boolean => !isTerminalRun(status);

/** A list of runs that refreshes those in progress. `now`: epoch ms. */
export const runList = (
  request: Pick<PageRequest, 'url'>,
  { data, next_cursor }: { data: readonly ListedRun[]; next_cursor: string | null },
  { caption, empty, now }: { caption: string; empty: string | Html; now: number },
): Html =>
  html`<div id="runs"${data.some(({ run }) => isRunning(run)) && html` data-live data-every="3"`}>${
    data.length === 0
      ? html`<p class="panel empty">${empty}</p>`
      : html`<div class="panel scroll" tabindex="0" role="group" aria-label="${caption}"><table class="cards" id="run-list"><caption class="hidden">${caption}</caption><thead><tr><th scope="col">Build</th><th scope="col">Application</th><th scope="col">Decision</th><th scope="col">Why</th><th scope="col">Started</th></tr></thead><tbody>${data.map((one) => row(one, now))}</tbody></table></div>`
  }</div>${pager(request, next_cursor)}`;

function row(listed: ListedRun, now: number): Html {
  const { run, appId } = listed;
  const note = rulesNote(listed);
  const state =
    isRunning(run) || run.status === 'cancelled' ? runBadge(run.status) : gateBadge(run.gate, listed.decision);
  return html`<tr><th scope="row">${named(run)}</th><td data-label="Application">${appId === null ? '–' : html`<a href="${applicationPath(appId)}">${visible(appId)}</a>`}</td><td class="nowrap">${state}${note !== null && html`<br><span class="small muted">${note}</span>`}</td><td class="wide">${isRunning(run) ? html`<span class="muted">${whyText(listed)}</span>` : visible(whyText(listed))}</td><td class="wide" data-label="Started"><span>${relativeTime(run.created_at, now)}, by ${startedBy(run)}</span></td></tr>
`;
}

/** The build of a run with a link to the run; its id where no label names a build. */
function named(run: RunAnswer): Html {
  const { name, rest } = buildName(run.labels);
  if (name === null) return runLink(run.workflow_run_id);
  return html`<a href="${evaluationRunPath(run.workflow_run_id)}">${short(name)}</a>${rest !== null && html`<br><span class="small muted">${short(rest)}</span>`}`;
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
