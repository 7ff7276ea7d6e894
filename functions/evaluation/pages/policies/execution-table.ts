import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { table, time } from '../../../platform/pages-shell/list-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { artifactLink, runLink } from '../evaluation-links.ts';
import type { ExecutionAnswer } from './policy-answers.ts';
import { skippedText } from './policy-texts.ts';

const TRIGGERS: Readonly<Record<ExecutionAnswer['trigger'], string>> = {
  schedule: 'scheduled',
  manual: 'manual',
  backfill: 'backfill',
};

/** Table of a policy's executions (evaluation 3.13). */
export const executionTable = (executions: readonly ExecutionAnswer[]): Html =>
  table({
    caption: 'Windows, newest first',
    columns: [
      { name: 'From', as: 'time' },
      { name: 'To', as: 'time' },
      { name: 'Started' },
      { name: 'Matched', as: 'number' },
      { name: 'Sampled', as: 'number' },
      { name: 'Replayed', as: 'number' },
      { name: 'Left out' },
      { name: 'Recordings' },
      { name: 'Run' },
    ],
    rows: executions.map((one) => [
      time(one.window.from),
      time(one.window.to),
      html`${TRIGGERS[one.trigger]}${one.status === 'open' && html` <span class="muted">in progress</span>`}`,
      count(one.matched),
      count(one.sampled),
      count(one.targets),
      skippedText(one.skipped),
      artifactLink(one.case_set),
      one.workflow_run_id && runLink(one.workflow_run_id),
    ]),
    empty: 'No windows evaluated yet',
  });
