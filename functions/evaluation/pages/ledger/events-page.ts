import { html } from 'hono/html';
import * as v from 'valibot';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { choice } from '../../../platform/pages-shell/form-parts.ts';
import { pager } from '../../../platform/pages-shell/list-parts.ts';
import type { EvaluationUses } from '../../composition.ts';
import { EVENT_TYPES, LedgerEvent } from '../../domain/ledger/event.ts';
import { listOf, RunAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { runLink } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { eventTable } from './event-table.ts';

const SHOWN = 50;
/** Maximum events that one page scans for those of a type. */
const LOOKED_THROUGH = 500;

const Before = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number));

/**
 * Lists the events of the tenant, newest first (evaluation 3.10). The endpoint lists them oldest first, for consumers
 * that follow. The ledger is gapless, so a page is a range of sequences.
 */
export const eventsPage: Page<EvaluationUses<'ledger'>> = {
  method: 'GET',
  path: `${EVALUATIONS}/events`,
  scope: 'eval:read',

  async answer(request, { evaluation: { ledger } }) {
    const { query } = request;
    const type = EVENT_TYPES.find((one) => one === query.get('type')) ?? null;
    const parsed = v.safeParse(Before, query.get('before'));
    const isFollowing = query.has('follow') && !parsed.success;
    const end = parsed.success ? parsed.output : (await ledger.page({ after: 'latest', limit: 1 })).next + 1;
    const after = Math.max(0, end - 1 - (type ? LOOKED_THROUGH : SHOWN));
    const window = end - 1 - after;
    const found = window === 0 ? [] : (await ledger.page({ after, limit: window })).events;
    const events = found
      .filter(({ sequence, ...event }) => sequence < end && (type === null || event.type === type))
      .reverse();
    return {
      html: evaluationLayout({
        title: 'Events',
        request,
        tab: 'events',
        ...(isFollowing && { refreshSeconds: 5 }),
        body: html`<p>The ledger records what happened to every run, in order and without gaps. Only the service writes it.</p>
<form class="filter">${choice({
          name: 'type',
          label: 'Event',
          value: type ?? '',
          options: [['', 'any'], ...EVENT_TYPES.map((one) => [one, one] as const)],
        })}<button>Show</button><button name="follow" value="1">Show and follow</button></form>
<div id="events"${isFollowing && html` data-live data-every="3"`}>${isFollowing && html`<p class="muted">New events appear automatically. <a href="${EVALUATIONS}/events">Stop following</a></p>`}${eventTable(
          events,
          {
            caption: 'Events, newest first',
            positionOf: ({ sequence }) => sequence,
            withRun: true,
            empty: type === null ? 'No events yet' : `No events of this type from ${after + 1} to ${end - 1}`,
          },
        )}</div>${pager(request, after > 0 ? String(after + 1) : null, 'before')}`,
      }),
    };
  },
};

/** Lists the events of one run, oldest first. */
export const runEventsPage: Page = {
  method: 'GET',
  path: `${EVALUATIONS}/runs/{runId}/events`,
  scope: 'eval:read',

  async answer(request) {
    const { runId = '' } = request.params;
    const cursor = request.query.get('cursor');
    const { workflow_run_id } = await answered(request, RunAnswer, '/api/v1/eval/runs/{runId}', { params: { runId } });
    const { data, next_cursor, has_more } = await answered(
      request,
      listOf(LedgerEvent),
      '/api/v1/eval/runs/{runId}/events',
      { params: { runId }, query: { ...(cursor && { cursor }) } },
    );
    return {
      html: evaluationLayout({
        title: 'Events of a run',
        request,
        tab: 'runs',
        trail: [{ href: evaluationRunPath(workflow_run_id), text: workflow_run_id }],
        body: html`<p>Run ${runLink(workflow_run_id)}</p>${eventTable(data, {
          caption: 'Events of the run, oldest first',
          positionOf: ({ run_sequence }) => run_sequence,
          empty: 'No more events',
        })}${pager(request, has_more ? next_cursor : null)}`,
      }),
    };
  },
};
