import { html } from 'hono/html';
import type { Run } from '../../../findings/pages/runs-of.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import { stateOf } from '../../../report/pages/run-parts.ts';
import { runsPlot } from './runs-plot.ts';

const swatch = (look: string): Html =>
  html`<svg class="swatch" viewBox="0 0 10 8" aria-hidden="true"><rect class="${look}" x="1" y="1" width="8" height="6"/></svg>`;

/** Branches in the choice of the trend. */
const MAX_BRANCHES = 4;

/** The trend of settled runs, newest first; `?branch=` of the page keeps the runs of one branch. */
export function trendPanel(request: Pick<PageRequest, 'query' | 'url'>, runs: readonly Run[], now: number): Html {
  const branches = branchesOf(runs);
  const branch = branches.find((one) => one === request.query.get('branch'));
  const settled = runs.flatMap((run) => {
    const { plan, round } = run;
    if (!round?.result || (branch !== undefined && plan.build?.branch !== branch)) return [];
    const { passRate, settledAt: at, findings = null } = round.result;
    return [{ planId: plan.planId, title: runTitle(plan), at, state: stateOf(run), passRate, findings }];
  });
  const choice = (text: string, href: string, isCurrent: boolean) =>
    html`<a class="button tiny" href="${href}"${isCurrent && html` aria-current="true"`}>${visible(text)}</a>`;
  const { pathname } = request.url;
  return html`<section class="panel" aria-labelledby="trend"><div class="panel-head"><h2 id="trend">Last ${settled.length === 1 ? 'run' : `${settled.length} runs`}</h2><span class="push small muted">${swatch('fill-bad')} needs action ${swatch('fill-warn')} to review</span>${
    branches.length > 0 &&
    html`<div class="join" role="group" aria-label="Branch">${choice('All branches', `${pathname}#trend`, branch === undefined)}${branches.map((one) => choice(one, `${pathname}?${new URLSearchParams({ branch: one })}#trend`, one === branch))}</div>`
  }</div>
<div class="pad">${runsPlot(settled.toReversed(), now)}</div></section>`;
}

/** The branches that most of these runs are of. */
function branchesOf(runs: readonly Run[]): string[] {
  const named = runs.flatMap(({ plan }) => plan.build?.branch ?? []);
  const counts = Map.groupBy(named, (branch) => branch);
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, MAX_BRANCHES)
    .map(([branch]) => branch);
}
