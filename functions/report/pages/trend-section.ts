import { html } from 'hono/html';
import { stateBadge } from '../../findings/pages/state-badge.ts';
import type { Html } from '../../platform/http/pages/page-route.ts';
import { percent, time } from '../../platform/pages-shell/list-parts.ts';
import { count } from '../../platform/pages-shell/words.ts';
import { reportPath } from './report-links.ts';
import { type TrendPoint, trendChart } from './trend-chart.ts';

/** A settled run of the application. */
export interface TrendRun extends TrendPoint {
  planId: string;
  /** Epoch ms. */
  settledAt: number;
  totalCases: number;
}

/** Pass rate and findings of the application's last runs, oldest first. This run is highlighted. */
export function trendSection(runs: readonly TrendRun[], planId: string): Html | null {
  if (runs.length === 0) return null;
  return html`<section aria-labelledby="trend"><h2 id="trend">Last runs of this application</h2>
${trendChart(runs)}
<details><summary>As a table</summary><div class="scroll"><table class="cards"><caption class="hidden">Settled runs, newest first</caption><thead><tr><th scope="col">Settled</th><th scope="col">State</th><th scope="col" class="number">Pass rate</th><th scope="col" class="number">Failed</th></tr></thead><tbody>${runs
    .toReversed()
    .map(
      (run) =>
        html`<tr><th scope="row">${run.planId === planId ? html`${time(run.settledAt)} (this one)` : html`<a href="${reportPath(run.planId)}">${time(run.settledAt)}</a>`}</th><td data-label="State">${stateBadge(run.state ?? 'Unknown')}</td><td class="number" data-label="Pass rate">${percent(run.passRate)}</td><td class="number" data-label="Failed">${count(run.failedCases)} of ${count(run.totalCases)}</td></tr>`,
    )}</tbody></table></div></details></section>`;
}
