import { html } from 'hono/html';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { Run } from '../../../replay/service/runs-of.ts';
import { plottedRun } from '../../../report/pages/parts/run-parts.ts';
import { trendSection } from '../../../report/pages/parts/trend-section.ts';
import { otherView } from './other-view.ts';

/** Branches in the choice of the trend. */
const MAX_BRANCHES = 4;

/** The trend of settled runs, of runs newest first; `?branch=` of the page keeps the runs of one branch. */
export function trendPanel(request: Pick<PageRequest, 'query' | 'url'>, runs: readonly Run[], now: number): Html {
  const branches = branchesOf(runs);
  const branch = branches.find((one) => one === request.query.get('branch'));
  const shown = branch === undefined ? runs : runs.filter(({ plan }) => plan.build?.branch === branch);
  const choice = (text: string, chosen: string | null) =>
    html`<a class="button tiny" href="${otherView(request, 'branch', chosen)}#trend"${chosen === (branch ?? null) && html` aria-current="true"`}>${visible(text)}</a>`;
  return trendSection(
    shown.flatMap((run) => plottedRun(run) ?? []),
    now,
    {
      choice:
        branches.length > 0 &&
        html`<div class="join" role="group" aria-label="Branch">${choice('All branches', null)}${branches.map((one) => choice(one, one))}</div>`,
    },
  );
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
