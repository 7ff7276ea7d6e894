import { html } from 'hono/html';
import type { Tone } from '../../../findings/domain/state-labels.ts';
import type { Html, PageRequest } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { actionForm } from '../../../platform/pages-shell/form-parts.ts';
import { percent, table, time } from '../../../platform/pages-shell/list-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { BACKFILL_STATUSES } from '../../domain/policies/backfill.ts';
import type { BackfillAnswer } from './policy-answers.ts';

const STATUSES: Readonly<Record<(typeof BACKFILL_STATUSES)[number], [name: string, tone: Tone]>> = {
  queued: ['Queued', 'quiet'],
  running: ['Running', 'quiet'],
  completed: ['Completed', 'good'],
  failed: ['Failed', 'warn'],
  cancelled: ['Cancelled', 'quiet'],
};

const isOver = ({ status }: BackfillAnswer) => status !== 'queued' && status !== 'running';

/** The backfills of a policy, newest first (evaluation 3.13). `path` is that of the policy. */
export const backfillsSection = (request: PageRequest, path: string, backfills: readonly BackfillAnswer[]): Html =>
  html`<section aria-labelledby="backfills"><h2 id="backfills">Backfills</h2>${table({
    caption: 'Backfills, newest first',
    columns: [
      { name: 'Created', as: 'time' },
      { name: 'State' },
      { name: 'Recordings', as: 'number' },
      { name: 'From', as: 'time' },
      { name: 'To', as: 'time' },
      { name: 'Sampling rate', as: 'number' },
      { name: 'Actions', as: 'actions' },
    ],
    rows: backfills.map((one) => [
      time(one.created_at),
      html`${badge(...STATUSES[one.status])}${one.error && html` ${visible(one.error.detail)}`}`,
      `${count(one.processed)} of ${one.total === null ? `at most ${count(one.max_targets)}` : count(one.total)}`,
      time(one.from),
      time(one.to),
      percent(one.rate),
      request.may('eval:policy') &&
        !isOver(one) &&
        actionForm(request, `${path}/backfills/${encodeURIComponent(one.backfill_id)}/cancel`, 'Cancel', {
          danger: true,
          confirm: 'Cancel this backfill? A run that it started continues.',
        }),
    ]),
    empty: 'No backfills yet',
  })}${request.may('eval:policy') && html`<p><a class="button" href="${path}/backfill">Evaluate past recordings</a></p>`}</section>`;
