import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import { visibleText } from '../../../platform/pages-shell/visible-text.ts';
import { NEW_EVALUATION } from '../evaluation-links.ts';

/** An application with what it has to replay. */
interface StartingPoint {
  appId: string;
  recordings: number;
}

/** What an evaluation is, and the way to the first one; `null` for a reader who may not start one. */
export const noEvaluation = (apps: readonly StartingPoint[] | null): Html =>
  html`<section class="panel empty stack" aria-labelledby="start"><h2 id="start">No evaluation yet</h2>
<p>An evaluation replays the recordings of an application against one build and applies gate rules that you set beforehand. Its answer is pass or fail, so that a pipeline can stop a release.</p>
${apps !== null && startOf(apps)}</section>
<ol class="columns plain block"><li class="panel pad stack"><h2 class="numbered"><span class="step">1</span> Choose</h2><p class="small muted">Application, build, where it runs, and rules. Together they are a workflow version, which never changes.</p></li>
<li class="panel pad stack"><h2 class="numbered"><span class="step">2</span> Run</h2><p class="small muted">The recordings are replayed, once for each build that you name.</p></li>
<li class="panel pad stack"><h2 class="numbered"><span class="step">3</span> Decide</h2><p class="small muted">${badge('Pass', 'good')} release. ${badge('Fail', 'bad')} the rule that failed stands beside it. ${badge('No decision', 'quiet')} the build was not reached.</p></li></ol>`;

const startOf = (apps: readonly StartingPoint[]): Html =>
  apps.length === 0
    ? html`<p class="muted">Nothing is recorded yet. <a href="/console">Record traffic of an application</a> first.</p>`
    : html`<form class="row centre" method="get" action="${NEW_EVALUATION}"><label class="hidden" for="app">Application</label><select class="narrow" id="app" name="app">${apps.map(({ appId, recordings }) => html`<option value="${appId}">${visibleText(appId)}, ${counted(recordings, 'recording')}</option>`)}</select><button class="primary">Gate this application</button></form>
<p class="small muted">Takes four choices.</p>`;
