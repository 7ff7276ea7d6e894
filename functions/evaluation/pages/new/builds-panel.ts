import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { PredictedDecision } from '../../domain/choices/decided-builds.ts';
import type { EarlierBuild } from '../../service/earlier-builds.ts';

/** What rules would have decided about the last builds. `decisions`: null where the rules are not complete. */
export const buildsPanel = (builds: readonly EarlierBuild[], decisions: readonly PredictedDecision[] | null): Html =>
  html`<section class="panel" id="would" aria-labelledby="would-title" role="status"><div class="panel-head"><h2 id="would-title">${titleOf(builds.length)}</h2></div>${
    builds.length === 0
      ? html`<p class="pad muted">No run has finished yet. The first evaluation shows what these rules decide.</p>`
      : html`<table class="cards"><caption class="hidden">Decision that these rules would have made</caption><thead><tr><th scope="col">Build</th><th scope="col">Decision</th><th scope="col" class="number">Pass rate</th></tr></thead><tbody>${builds.map((build, index) => row(build, decisions?.[index] ?? null))}</tbody></table>
<p class="panel-foot small muted">${decisions === null ? 'Complete the rules to see what they decide.' : 'From finished runs, by the current rules and marks. Nothing is sent or saved.'}</p>`
  }</section>`;

const badgeOf = (decision: PredictedDecision): Html => {
  if (decision === null) return badge('No decision', 'quiet');
  return decision === 'pass' ? badge('Pass', 'good') : badge('Fail', 'bad');
};

const row = ({ plan, measured }: EarlierBuild, decision: PredictedDecision): Html =>
  html`<tr><th scope="row"><a href="/report/${plan.planId}">${visible(runTitle(plan))}</a></th><td>${badgeOf(decision)}</td><td class="number" data-label="Pass rate">${measured?.summary.pass_rate == null ? '–' : percent(measured.summary.pass_rate)}</td></tr>`;

function titleOf(builds: number): string {
  if (builds === 0) return 'Earlier builds by these rules';
  return builds === 1 ? 'The last build by these rules' : `The last ${builds} builds by these rules`;
}
