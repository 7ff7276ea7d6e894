import { html } from 'hono/html';
import { stateBadge } from '../../../findings/pages/parts/state-badge.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { relativeTime } from '../../../platform/pages-shell/relative-time.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import { runTitle } from '../../../replay/domain/run-title.ts';
import type { Run } from '../../../replay/service/runs-of.ts';
import { AS_SETTLED, buildOf, startedBy, stateOf } from '../../../report/pages/parts/run-parts.ts';

/** Maximum runs in the list. */
const MAX_SHOWN = 5;

/** The last runs of an application, newest first. */
export const runsSection = (runs: readonly Run[], path: string, now: number): Html =>
  html`<section class="panel" aria-labelledby="runs"><div class="panel-head"><h2 id="runs">Runs</h2><a class="push quiet-link" href="${path}/replays">All runs</a></div>
<table class="cards"><caption class="hidden">Runs, newest first</caption><thead><tr><th scope="col">Run</th><th scope="col">State</th><th scope="col" class="number">Pass rate</th><th scope="col" class="number">Needs action</th><th scope="col" class="number">To review</th><th scope="col">Started</th></tr></thead>
<tbody>${runs.slice(0, MAX_SHOWN).map((run) => row(run, now))}</tbody></table>
<div class="panel-foot">${AS_SETTLED}</div></section>`;

function row(run: Run, now: number): Html {
  const { plan, round } = run;
  const { passRate, findings } = round?.result ?? {};
  const build = buildOf(plan);
  const number = (name: string, text: string | undefined) =>
    html`<td class="number" data-label="${name}">${text ?? '–'}</td>`;
  return html`<tr><th scope="row"><a href="/report/${plan.planId}">${visible(runTitle(plan))}</a>${build && html`<div class="small">${build}</div>`}</th><td>${stateBadge(stateOf(run))}</td>${number('Pass rate', passRate === undefined ? undefined : percent(passRate))}${number('Needs action', findings && count(findings.needsAction))}${number('To review', findings && count(findings.toReview))}<td class="wide" data-label="Started"><span>${relativeTime(plan.createdAt, now)}<span class="small muted">, by ${visible(startedBy(plan))}</span></span></td></tr>`;
}
