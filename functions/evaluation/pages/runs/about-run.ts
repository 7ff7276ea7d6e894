import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { facts, time } from '../../../platform/pages-shell/list-parts.ts';
import type { RunAnswer } from '../evaluation-answers.ts';
import { artifactLink, runLink } from '../evaluation-links.ts';
import { labelsOf, startedBy } from './run-rows.ts';
import { runBadge } from './run-texts.ts';

/** All that is stored of a run itself. */
export const aboutRun = (run: RunAnswer): Html =>
  html`<details class="panel-foot"><summary>About this run</summary>${facts([
    ['Run', html`<code>${run.workflow_run_id}</code>`],
    ['Status', runBadge(run.status)],
    ['Labels', labelsOf(run)],
    ['Started by', startedBy(run)],
    ['Recorded in', run.trigger.window && html`${time(run.trigger.window.from)} to ${time(run.trigger.window.to)}`],
    [
      'Compared with',
      run.baseline &&
        html`${runLink(run.baseline.workflow_run_id)}${run.baseline.ref === 'last_passing' && ', the last that passed'}`,
    ],
    ['Recordings', artifactLink(run.input_overrides?.case_set)],
    ['Reproducibility', run.observed_reproducibility_class ?? run.reproducibility_class],
    ['Created', time(run.created_at)],
    ['Started', time(run.started_at)],
    ['Cancellation requested', time(run.cancel_requested_at)],
    ['Ended', time(run.completed_at)],
  ])}</details>`;
